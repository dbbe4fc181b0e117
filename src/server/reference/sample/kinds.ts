import { CALL_STATUS } from '#/contract/codes.ts'
import type { Language } from './places.ts'
import type { Random } from './random.ts'

/**
 * Kinds of contacts: a service (API document 2.8), the status its contacts have (3.2; an answered call's, for `call`), how
 * often it occurs beside the others with a live snippet and without, and how often the caller leaves no number.
 */
export const KINDS = {
  call: { service: 1, status: CALL_STATUS.answer, weights: [100, 100], numberless: 0.004 },
  userCall: { service: 1, status: CALL_STATUS.user_call, weights: [2, 2], numberless: 0 },
  form: { service: 2, status: CALL_STATUS.catch_form, weights: [9, 0], numberless: 0 },
  chat: { service: 3, status: CALL_STATUS.chat, weights: [8, 0], numberless: 0.35 },
  callback: { service: 4, status: CALL_STATUS.callback, weights: [6, 0], numberless: 0 },
  sms: { service: 5, status: CALL_STATUS.sms_incoming, weights: [2, 2], numberless: 0 },
  forwardedSms: { service: 5, status: CALL_STATUS.sms_forward, weights: [0.7, 0.7], numberless: 0 },
  secondChat: { service: 6, status: CALL_STATUS.second_chat, weights: [4, 0], numberless: 0.3 },
  survey: { service: 7, status: CALL_STATUS.feedback, weights: [2, 2], numberless: 0 },
  widgetForm: { service: 8, status: CALL_STATUS.widget_form, weights: [4, 0], numberless: 0.1 },
  email: { service: 9, status: CALL_STATUS.email_incoming, weights: [3, 2], numberless: 0.5 },
} as const
export type Kind = keyof typeof KINDS
const KIND_NAMES = Object.keys(KINDS) as Kind[]

const isSpoken = (kind: Kind) => kind === 'call' || kind === 'userCall'

/** @param written weight of everything that is not a call, 1 being usual */
export const chooseKind = (random: Random, isTracked: boolean, written: number): Kind => {
  const weights = KIND_NAMES.map(
    (kind) => KINDS[kind].weights[isTracked ? 0 : 1] * (isSpoken(kind) ? 1 : written),
  )
  return KIND_NAMES[random.weighted(weights)] ?? 'call'
}

const { noanswer, cancel, busy, congestion, chanunavail, tmp_unavailable } = CALL_STATUS
const MISSED = [noanswer, cancel, busy, congestion, chanunavail, tmp_unavailable]
const MISSED_WEIGHTS = [45, 28, 15, 4, 4, 4]

/** Status of a missed call. */
export const chooseMissed = (random: Random): number => MISSED[random.weighted(MISSED_WEIGHTS)] ?? noanswer

const DIAL_TEXTS: Readonly<Record<Language, string>> = {
  ru: '1 Звонящий положил трубку;2 Разговор состоялся;3 Нет ответа;4 Занято;5 Перегрузка линии;6 Канал недоступен;7 Временно недоступен;10 Обратный звонок;17 Звонок внесён вручную',
  en: '1 Caller hung up;2 Answered;3 No answer;4 Busy;5 Line congested;6 Channel unavailable;7 Temporarily unavailable;10 Callback;17 Entered by hand',
}
const byStatus = (texts: string) =>
  new Map(texts.split(';').map((text) => [Number.parseInt(text, 10), text.replace(/^\d+ /, '')]))

/** `dialstatus` of the status codes that have one. */
export const DIAL_TEXT = { ru: byStatus(DIAL_TEXTS.ru), en: byStatus(DIAL_TEXTS.en) }
