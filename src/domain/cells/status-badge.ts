import { callStatusName, MISSED_STATUSES, type CallStatus } from '#/contract/codes.ts'
import type { IconName } from '#/ui/icon.tsx'
import type { Tone } from '#/ui/data/status.tsx'
import { statusWord } from './status-labels.ts'

const ICONS = {
  cancel: 'phone-hung-up',
  answer: 'phone-in',
  noanswer: 'phone-missed',
  busy: 'busy',
  congestion: 'busy',
  chanunavail: 'busy',
  tmp_unavailable: 'busy',
  catch_form: 'form',
  chat: 'chat',
  callback: 'phone-callback',
  sms_incoming: 'sms',
  sms_forward: 'sms',
  feedback: 'survey',
  widget_form: 'form',
  second_chat: 'chat',
  email_incoming: 'mail',
  user_call: 'phone-out',
} as const satisfies Record<CallStatus, IconName>

const toneOf = (name: CallStatus): Tone =>
  MISSED_STATUSES.has(name) ? 'missed' : name === 'answer' ? 'answered' : 'neutral'

export interface StatusBadge {
  readonly word: string
  readonly icon: IconName
  readonly tone: Tone
}

/** Icon, label and tone of a status (API document 3.2), including unknown codes. */
export const statusBadge = (code: number | null, serviceName?: string): StatusBadge => {
  const name = callStatusName(code)
  const word = statusWord(code, serviceName)
  return name === undefined
    ? { word, icon: 'help', tone: 'neutral' }
    : { word, icon: ICONS[name], tone: toneOf(name) }
}
