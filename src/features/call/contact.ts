import type { HiddenFields } from '#/domain/client/hidden-fields.ts'
import type { CallRead } from '#/contract/call.ts'
import type { ListOnlyField } from '#/contract/call-fields.ts'
import { callStatusName, MISSED_STATUSES, type CallStatus } from '#/contract/codes.ts'
import type { CustomStatusRead } from '#/contract/object.ts'
import { callerWords } from '#/domain/contact-list/caller-labels.ts'
import { phoneToCopy } from '#/i18n/phone.ts'
import { m } from '#/i18n/paraglide/messages.js'
import type { ServiceRead } from '#/api/calls.ts'
import type { CustomData } from './text/custom-data.ts'
import type { CallRow } from './use-call-row.ts'

/** Everything the panes of the page draw. */
export interface Contact {
  readonly oid: string
  /** Null: the service did not name the object. */
  readonly objectTitle: string | null
  /** What the service calls its status, where it says so (G8). */
  readonly statusName: string | undefined
  /** The custom statuses of its object, and the services the answer names. */
  readonly customStatuses: readonly CustomStatusRead[]
  readonly services: readonly ServiceRead[]
  readonly call: CallRead
  readonly row: CallRow
  readonly customData: CustomData
  /** Names of call fields that are not to be shown (G12). */
  readonly hidden: HiddenFields
}

/** What a contact goes by: who called, as far as that is known. */
export const callerName = (call: CallRead, hidden: HiddenFields): string =>
  hidden.has('phone_number_from') ? m.call_hidden_caller() : (callerWords(call) ?? m.call_unknown_caller())

/** The caller's number for the clipboard; null when there is none to be had. */
export const callerToCopy = ({ caller }: CallRead, hidden: HiddenFields): string | null =>
  hidden.has('phone_number_from') || caller === null ? null : phoneToCopy(caller)

/** The texts that only the journal's rows carry (API document 2.5, G5). */
export type ListedText = Exclude<ListOnlyField, 'managers'>

/** Which of them a contact has by its kind: its pane stands there before the row is found. */
const TEXT_OF_STATUS: Partial<Record<CallStatus, ListedText>> = {
  chat: 'messages',
  sms_incoming: 'sms_message',
  sms_forward: 'sms_message',
  email_incoming: 'email_text',
  callback: 'widget_text',
  feedback: 'widget_text',
  widget_form: 'widget_text',
}

const hasText = (text: string | null) => text !== null && text.trim() !== ''

/** Whether there is such a text, or may be one as long as the row is not known. */
export const mayHaveText = ({ call, row, hidden }: Contact, field: ListedText): boolean => {
  if (hidden.has(field)) return false
  if (row.state === 'found') return hasText(row.row[field])
  const status = callStatusName(call.status)
  return status !== undefined && TEXT_OF_STATUS[status] === field
}

const CALLS: ReadonlySet<CallStatus | undefined> = new Set<CallStatus>([
  ...MISSED_STATUSES,
  'answer',
  'user_call',
])

/** A contact by phone, be it answered or missed: not a form, a chat or a message. */
export const isPhoneCall = ({ status }: Pick<CallRead, 'status'>): boolean =>
  CALLS.has(callStatusName(status))
