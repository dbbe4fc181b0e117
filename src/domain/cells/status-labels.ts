import { MISSED_FILTER, statusFilterCode } from '#/contract/call-filters.ts'
import { CALL_STATUSES, callStatusName, type CallStatus } from '#/contract/codes.ts'
import { m } from '#/i18n/paraglide/messages.js'

const WORDS = {
  cancel: m.status_cancel,
  answer: m.status_answer,
  noanswer: m.status_noanswer,
  busy: m.status_busy,
  congestion: m.status_congestion,
  chanunavail: m.status_chanunavail,
  tmp_unavailable: m.status_tmp_unavailable,
  catch_form: m.status_catch_form,
  chat: m.status_chat,
  callback: m.status_callback,
  sms_incoming: m.status_sms_incoming,
  sms_forward: m.status_sms_forward,
  feedback: m.status_feedback,
  widget_form: m.status_widget_form,
  second_chat: m.status_second_chat,
  email_incoming: m.status_email_incoming,
  user_call: m.status_user_call,
} as const satisfies Record<CallStatus, () => string>

/** Label of a status (API document 3.2). Unknown codes are "Status 42", or the service's own name if known (G8). */
export const statusWord = (code: number | null, serviceName?: string): string => {
  const name = callStatusName(code)
  if (name !== undefined) return WORDS[name]()
  return serviceName ?? (code === null ? m.status_unknown_title() : m.status_unknown({ code }))
}

/**
 * Label of "Missed" or a `status_filter` code (API document 4.4), including names that only candidates have (G9);
 * null: custom codes.
 */
export const statusFilterWord = (code: string): string | null => {
  if (code === MISSED_FILTER) return m.status_filter_missed()
  const name = CALL_STATUSES.find((one) => statusFilterCode(one) === code)
  return name === undefined ? null : WORDS[name]()
}
