import type { CallStatus } from '#/contract/codes.ts'

/** What contacts are grouped and filtered by, each a dictionary of texts. */
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

/** What a contact is, whatever became of it. */
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
