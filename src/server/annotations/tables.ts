import type { FormerOutcome } from '#/contract/annotations/annotations.ts'

export interface AnnotationTable {
  account: string
  oid: string
  contact: number
  version: number
  outcome: FormerOutcome | null
  outcome_at: number | null
  outcome_who: string | null
  note: string
  tags: string
  score: number | null
  at: number
  who: string | null
}
export interface AnnotationTables {
  contact_marks: AnnotationTable
}
