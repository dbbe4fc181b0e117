import { FILTERED_STATUSES, MISSED_FILTER, statusFilterCode } from '#/contract/call-filters.ts'
import { callStatusName, MISSED_STATUSES, type CallStatus } from '#/contract/codes.ts'
import { m } from '#/i18n/paraglide/messages.js'
import type { IconName } from '#/ui/icon.tsx'
import type { Tone } from '#/ui/data/status.tsx'

const LOOK = {
  cancel: { icon: 'phone-hung-up', word: m.status_cancel },
  answer: { icon: 'phone-in', word: m.status_answer },
  noanswer: { icon: 'phone-missed', word: m.status_noanswer },
  busy: { icon: 'busy', word: m.status_busy },
  congestion: { icon: 'busy', word: m.status_congestion },
  chanunavail: { icon: 'busy', word: m.status_chanunavail },
  tmp_unavailable: { icon: 'busy', word: m.status_tmp_unavailable },
  catch_form: { icon: 'form', word: m.status_catch_form },
  chat: { icon: 'chat', word: m.status_chat },
  callback: { icon: 'phone-callback', word: m.status_callback },
  sms_incoming: { icon: 'sms', word: m.status_sms_incoming },
  sms_forward: { icon: 'sms', word: m.status_sms_forward },
  feedback: { icon: 'survey', word: m.status_feedback },
  widget_form: { icon: 'form', word: m.status_widget_form },
  second_chat: { icon: 'chat', word: m.status_second_chat },
  email_incoming: { icon: 'mail', word: m.status_email_incoming },
  user_call: { icon: 'phone-out', word: m.status_user_call },
} as const satisfies Record<CallStatus, { icon: IconName; word: () => string }>

const toneOf = (name: CallStatus): Tone =>
  MISSED_STATUSES.has(name) ? 'missed' : name === 'answer' ? 'answered' : 'neutral'

export interface StatusLook {
  readonly word: string
  readonly icon: IconName
  readonly tone: Tone
}

/**
 * Icon, word and meaning of a status code (API document 3.2). A code the document does not know is shown as
 * "Status 42" and never dropped, or as the service itself calls it where that is known (G8).
 */
export const statusLook = (code: number | null, serviceName?: string): StatusLook => {
  const name = callStatusName(code)
  if (name !== undefined) return { word: LOOK[name].word(), icon: LOOK[name].icon, tone: toneOf(name) }
  return {
    word: serviceName ?? (code === null ? m.status_unknown_title() : m.status_unknown({ code })),
    icon: 'help',
    tone: 'neutral',
  }
}

/** Words for "Missed" or a documented code of `status_filter` (API document 4.4); null for the service's own codes. */
export const statusFilterWord = (code: string): string | null => {
  if (code === MISSED_FILTER) return m.status_filter_missed()
  const name = FILTERED_STATUSES.find((one) => statusFilterCode(one) === code)
  return name === undefined ? null : LOOK[name].word()
}
