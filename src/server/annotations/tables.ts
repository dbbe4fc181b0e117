import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
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

export const markMigrations: Record<string, Migration> = {
  '0001-contact-marks': {
    up: async ({ schema }: Kysely<unknown>) => {
      await schema
        .createTable('contact_marks')
        .addColumn('account', 'text', (column) => column.notNull())
        .addColumn('oid', 'text', (column) => column.notNull())
        .addColumn('contact', 'bigint', (column) => column.notNull())
        .addColumn('version', 'integer', (column) => column.notNull())
        .addColumn('outcome', 'text')
        .addColumn('outcome_at', 'bigint')
        .addColumn('outcome_who', 'text')
        .addColumn('note', 'text', (column) => column.notNull())
        .addColumn('tags', 'text', (column) => column.notNull())
        .addColumn('score', 'integer')
        .addColumn('at', 'bigint', (column) => column.notNull())
        .addColumn('who', 'text')
        .addPrimaryKeyConstraint('contact_marks_primary', ['account', 'oid', 'contact'])
        .execute()
      await schema.createIndex('contact_marks_at').on('contact_marks').columns(['account', 'at']).execute()
    },
  },
}
/** Marks have their own history in the database of sessions and preferences. */
export const MARK_HISTORY = 'contact_marks_migration'
