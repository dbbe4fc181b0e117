import type { CallStatus } from '#/contract/codes.ts'
import { CHANNEL } from '#/contract/figures/dimensions.ts'

/**
 * Whether a contact ends a missed caller's waiting: an answered call or callback, or a chat. Forms, messages,
 * emails and surveys do not.
 * @param hasTalk its duration is not 0
 */
export const isReach = (status: CallStatus | undefined, hasTalk: boolean): boolean =>
  status !== undefined &&
  (status === 'answer' || CHANNEL[status] === 'chat' || (status === 'callback' && hasTalk))
