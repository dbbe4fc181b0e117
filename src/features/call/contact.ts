import type { HiddenFields } from '#/domain/client/hidden-fields.ts'
import type { CallRead } from '#/contract/call.ts'
import type { ListOnlyField } from '#/contract/call-fields.ts'
import { callStatusName, MISSED_STATUSES, type CallStatus } from '#/contract/codes.ts'
import type { CustomStatusRead } from '#/contract/object.ts'
import { callerLabel } from '#/domain/contact-list/caller-labels.ts'
import { phoneToCopy } from '#/i18n/phone.ts'
import { m } from '#/i18n/paraglide/messages.js'
import type { ServiceRead } from '#/api/calls.ts'
import type { CustomData } from './text/custom-data.ts'
import type { CallRow } from './use-call-row.ts'

export interface Contact {
  readonly oid: string
  readonly objectTitle: string | null
  /** The service's own name (G8). */
  readonly statusName: string | undefined
  /** Of the object, with services in the answer. */
  readonly customStatuses: readonly CustomStatusRead[]
  readonly services: readonly ServiceRead[]
  readonly call: CallRead
  readonly row: CallRow
  readonly customData: CustomData
  /** Hidden call fields (G12). */
  readonly hidden: HiddenFields
}

export const callerName = (call: CallRead, hidden: HiddenFields): string =>
  hidden.has('phone_number_from') ? m.call_hidden_caller() : (callerLabel(call) ?? m.call_unknown_caller())

/** Null: none. */
export const callerToCopy = ({ caller }: CallRead, hidden: HiddenFields): string | null =>
  hidden.has('phone_number_from') || caller === null ? null : phoneToCopy(caller)

/** Texts only in list rows (API document 2.5, G5). */
export type ListedText = Exclude<ListOnlyField, 'managers'>

/** Text expected by status, so its pane is reserved before the row loads. */
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

export const isPhoneCall = ({ status }: Pick<CallRead, 'status'>): boolean =>
  CALLS.has(callStatusName(status))
