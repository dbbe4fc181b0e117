import type { CallStatus } from '#/contract/codes.ts'

export const DIMENSIONS = [
  'object',
  'source',
  'campaign',
  'search_request',
  'page',
  'region',
  'manager',
  'service',
  'status',
  'channel',
  'kind',
  'target',
  'custom_status',
  'caller',
  'deal',
  'weekday',
  'hour',
  'hour_of_week',
] as const
export type Dimension = (typeof DIMENSIONS)[number]

/** The kind of a contact, whatever its outcome. */
export const CHANNELS = ['call', 'form', 'chat', 'callback', 'sms', 'survey', 'email', 'other'] as const
export type Channel = (typeof CHANNELS)[number]

export const CHANNEL = {
  cancel: 'call',
  answer: 'call',
  noanswer: 'call',
  busy: 'call',
  congestion: 'call',
  chanunavail: 'call',
  tmp_unavailable: 'call',
  user_call: 'call',
  catch_form: 'form',
  widget_form: 'form',
  chat: 'chat',
  second_chat: 'chat',
  callback: 'callback',
  sms_incoming: 'sms',
  sms_forward: 'sms',
  feedback: 'survey',
  email_incoming: 'email',
} as const satisfies Record<CallStatus, Channel>

export const FIRST_TIME = 'first_time'
export const REPEATED = 'repeated'
export const IS_TARGET = 'target'
export const NOT_TARGET = 'not_target'
