/** Object statuses, also codes of the list's `status` filter (API document 3.1). */
export const OBJECT_STATUS = { pending: 1, check: 2, active: 3, disabled: 4, deleted: 5 } as const
export type ObjectStatus = keyof typeof OBJECT_STATUS
export const OBJECT_STATUSES = Object.keys(OBJECT_STATUS) as ObjectStatus[]

/**
 * Call statuses (API document 3.2). Our own names for 9, 10 and 15, which the document omits because they are product names.
 */
export const CALL_STATUS = {
  cancel: 1,
  answer: 2,
  noanswer: 3,
  busy: 4,
  congestion: 5,
  chanunavail: 6,
  tmp_unavailable: 7,
  catch_form: 8,
  chat: 9,
  callback: 10,
  sms_incoming: 11,
  sms_forward: 12,
  feedback: 13,
  widget_form: 14,
  second_chat: 15,
  email_incoming: 16,
  user_call: 17,
} as const
export type CallStatus = keyof typeof CALL_STATUS
export const CALL_STATUSES = Object.keys(CALL_STATUS) as CallStatus[]

const NAME_BY_CODE = new Map(CALL_STATUSES.map((name) => [CALL_STATUS[name] as number, name]))
/** The documented name of a status code, or undefined. */
export const callStatusName = (code: number | null): CallStatus | undefined =>
  code === null ? undefined : NAME_BY_CODE.get(code)

/** Unanswered incoming calls (G27: the API can't filter all six at once). */
export const MISSED_STATUSES: ReadonlySet<CallStatus> = new Set<CallStatus>([
  'cancel',
  'noanswer',
  'busy',
  'congestion',
  'chanunavail',
  'tmp_unavailable',
])

/** Call types (API document 2.5). */
export const CALL_TYPE = { COMMON: 1, REPEATED: 2 } as const

/** Roles in sign-in answers (API document 2.1). */
export const ROLES = ['CLIENT', 'AGENCY_CLIENT'] as const
