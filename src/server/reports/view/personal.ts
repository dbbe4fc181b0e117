import { allFilesOf, type CallField, type ExportColumn } from '#/contract/call-fields.ts'

/*
 * What of a contact is the caller's own: it goes into a mail only where whoever sets it up has said so.
 */

/** They leave the records before anything is made of them; numbers then leave every other text too. */
export const CALLER_FIELDS: readonly CallField[] = [
  'phone_number_from',
  'custom_data',
  'record_url',
  'messages',
  'sms_message',
  'email_text',
  'widget_text',
]
/** Columns of fields that say more than that: a deal has its customer's name, people write down what was said. */
export const CALLER_FILES: ReadonlySet<ExportColumn> = new Set<ExportColumn>([
  ...CALLER_FIELDS.flatMap(allFilesOf),
  'deal_name',
  'deal_company',
  'comment_texts',
  'mark_note',
])
