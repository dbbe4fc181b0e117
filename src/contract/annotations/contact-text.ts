import type { MarkedContact, MarkOutcome } from './annotations.ts'

/*
 * What pages that only look at marks need of them: no shapes, which would come along with the first page.
 */

/** A contact in an address, and as a key: digits, then its object. */
export const contactText = ({ oid, id }: MarkedContact): string => `${id}:${oid}`

/** After these there is nothing left to do. */
export const isHandled = (outcome: MarkOutcome | null): boolean => outcome !== null && outcome !== 'no_answer'
