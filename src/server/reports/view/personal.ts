import { allFilesOf, type CallField, type ExportColumn } from '#/contract/call-fields.ts'

/* Personal data of callers, which mails contain only if the author has chosen so. */

/** Removed from the records first; numbers are then removed from all texts. */
export const CALLER_FIELDS: readonly CallField[] = [
  'phone_number_from',
  'custom_data',
  'record_url',
  'messages',
  'sms_message',
  'email_text',
  'widget_text',
]
/** Columns with more than that: deals have customers' names, notes quote people. */
export const CALLER_FILES: ReadonlySet<ExportColumn> = new Set<ExportColumn>([
  ...CALLER_FIELDS.flatMap(allFilesOf),
  'deal_name',
  'deal_company',
  'comment_texts',
  'mark_note',
])
