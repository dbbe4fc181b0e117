import type { FormerOutcome } from '#/contract/annotations/annotations.ts'

export interface AnnotationTable {
  /** Whose contact it is: an API user's, or that of one of an agency user's clients, as in the archive. */
  account: string
  oid: string
  contact: number
  /** Counts the writes, from 1. */
  version: number
  outcome: FormerOutcome | null
  /** Milliseconds since 1970. */
  outcome_at: number | null
  outcome_who: string | null
  note: string
  /** Texts, as JSON. */
  tags: string
  score: number | null
  /** Milliseconds since 1970. */
  at: number
  who: string | null
}
export interface AnnotationTables {
  contact_marks: AnnotationTable
}
