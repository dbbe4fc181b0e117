import type { AnnotatedContact, CallBackOutcome } from './annotations.ts'

/* Helpers without schemas, which would enlarge the first page. */

/** A contact in addresses and keys: digits, then its object. */
export const contactText = ({ oid, id }: AnnotatedContact): string => `${id}:${oid}`

export const isHandled = (outcome: CallBackOutcome | null): boolean =>
  outcome !== null && outcome !== 'no_answer'
