import type { CallField } from '#/contract/call-fields.ts'
import type { CallStatus } from '#/contract/codes.ts'
import { CHANNEL } from '#/contract/figures/dimensions.ts'

/** Who waits can be told only with all of these fields. */
export const REACH_FIELDS: readonly CallField[] = ['phone_number_from', 'status', 'date']

/**
 * Whether a contact ends a missed caller's waiting: an answered call or callback, or a chat. Forms, messages,
 * emails and surveys do not.
 * @param hasTalk its duration is not 0
 */
export const isReach = (status: CallStatus | undefined, hasTalk: boolean): boolean =>
  status !== undefined &&
  (status === 'answer' || CHANNEL[status] === 'chat' || (status === 'callback' && hasTalk))
