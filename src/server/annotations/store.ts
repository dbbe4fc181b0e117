import { sql, type ExpressionBuilder, type Kysely, type Selectable } from 'kysely'
import * as z from 'zod'
import {
  ANNOTATION_FIELDS,
  outcomeOf,
  unmarked,
  type Annotation,
  type AnnotatedContact,
  type AnnotationsAnswer,
  type AnnotationValues,
  type FormerOutcome,
} from '#/contract/annotations/annotations.ts'
import type { AnnotationFilter } from '#/contract/annotations/annotation-filters.ts'
import { createRecords, parsedBy } from '#/server/database/records.ts'
import { chunksOf } from '#/server/database/statements.ts'

interface AnnotationTable {
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

/** Annotations per answer: a note may have kilobytes. */
export const ANNOTATIONS_LIMIT = 2_000
/** Writes may become visible later than their timestamp, so requests overlap. */
const OVERLAP_MS = 10_000
/** SQLite limits the values of a statement. */
const AT_ONCE = 200

const texts = z.array(z.string())
const valuesOf = <R extends Pick<AnnotationTable, 'contact' | 'tags' | 'outcome'>>({
  contact,
  ...row
}: R) => ({ ...row, id: contact, outcome: outcomeOf(row.outcome), tags: parsedBy(texts, row.tags) ?? [] })

const markOf = (row: Selectable<AnnotationTable>): Annotation => {
  const { account: _, ...rest } = row
  return valuesOf(rest)
}

type Unspecified<T> = { readonly [N in keyof T]?: T[N] | undefined }

export type AnnotationCursor = Pick<Annotation, 'at' | 'oid' | 'id'>

const MATCHES = {
  handled: (row) => row('outcome', 'is not', null),
  tag: (row) => row('tags', '<>', '[]'),
  score: (row) => row('score', 'is not', null),
  note: (row) => row('note', '<>', ''),
} as const satisfies Record<
  AnnotationFilter,
  (row: ExpressionBuilder<AnnotationTables, 'contact_marks'>) => unknown
>

const readAnnotations = (database: Kysely<AnnotationTables>, now: () => number) => ({
  /**
   * Annotations since a moment, in the order of writes; concurrent changes come twice.
   * @param since epoch milliseconds
   * @returns `next`: position to continue; null: all
   */
  since: async (
    account: string,
    since: number,
    after: AnnotationCursor | null = null,
  ): Promise<Omit<AnnotationsAnswer, 'next'> & { readonly next: AnnotationCursor | null }> => {
    const as_of = now()
    const rows = await database
      .selectFrom('contact_marks')
      .selectAll()
      .where('account', '=', account)
      .where('at', '>=', Math.max(since - OVERLAP_MS, after?.at ?? 0))
      .$if(after !== null, (all) =>
        all.where((row) =>
          row.or([
            row('at', '>', after!.at),
            row.and([row('at', '=', after!.at), row('contact', '>', after!.id)]),
            row.and([row('at', '=', after!.at), row('contact', '=', after!.id), row('oid', '>', after!.oid)]),
          ]),
        ),
      )
      .orderBy('at')
      .orderBy('contact')
      .orderBy('oid')
      .limit(ANNOTATIONS_LIMIT + 1)
      .execute()
    const { oldest } = await database
      .selectFrom('contact_marks')
      .select(({ fn }) => fn.min<number | string | null>('at').as('oldest'))
      .where('account', '=', account)
      .executeTakeFirstOrThrow()
    const annotations = rows.slice(0, ANNOTATIONS_LIMIT).map(markOf)
    return {
      marks: annotations,
      as_of,
      next: rows.length > ANNOTATIONS_LIMIT ? annotations.at(-1)! : null,
      oldest: oldest === null ? null : Number(oldest),
    }
  },

  /** Annotations matching any of some conditions; notes only as a flag. */
  matching: async (
    account: string,
    ways: readonly AnnotationFilter[],
  ): Promise<readonly (AnnotatedContact & AnnotationValues)[]> => {
    const rows = await database
      .selectFrom('contact_marks')
      .select(['oid', 'contact', 'outcome', 'score'])
      .select([
        (ways.includes('tag') ? sql<string>`tags` : sql<string>`'[]'`).as('tags'),
        sql<string>`case when note = '' then '' else '1' end`.as('note'),
      ])
      .where('account', '=', account)
      .where((row) => row.or(ways.map((way) => MATCHES[way](row))))
      .execute()
    return rows.map(valuesOf)
  },

  of: async (
    account: string,
    contacts: readonly AnnotatedContact[],
  ): Promise<Omit<AnnotationsAnswer, 'next'> & { readonly next: null }> => {
    const as_of = now()
    const annotations: Annotation[] = []
    for (const chunk of chunksOf(contacts, AT_ONCE)) {
      const rows = await database
        .selectFrom('contact_marks')
        .selectAll()
        .where('account', '=', account)
        .where((row) =>
          row.or(chunk.map(({ oid, id }) => row.and([row('oid', '=', oid), row('contact', '=', id)]))),
        )
        .execute()
      annotations.push(...rows.map(markOf))
    }
    return { marks: annotations, as_of, next: null }
  },
})

const writeAnnotations = (database: Kysely<AnnotationTables>, now: () => number) => {
  const records = createRecords(database, 'contact_marks')
  const keyOf = (account: string, { oid, id }: AnnotatedContact) => ({ account, oid, contact: id })
  const read = async (account: string, contact: AnnotatedContact): Promise<Annotation> => {
    const row = await records.find(keyOf(account, contact))
    return row ? markOf(row) : unmarked(contact)
  }

  return {
    /**
     * Writes the named fields.
     * @param version that the author has seen; 0: none
     * @returns the current annotation; `isWritten` false: a conflict
     */
    save: async (
      account: string,
      contact: AnnotatedContact,
      version: number,
      values: Unspecified<AnnotationValues>,
      who: string | null,
    ): Promise<{ readonly isWritten: boolean; readonly mark: Annotation }> => {
      const before = await read(account, contact)
      if (before.version !== version) return { isWritten: false, mark: before }
      const at = now()
      const changed = ANNOTATION_FIELDS.filter((field) => values[field] !== undefined)
      const mark: Annotation = {
        ...before,
        ...Object.fromEntries(changed.map((field) => [field, values[field]])),
        version: version + 1,
        at,
        who,
      }
      if (values.outcome !== undefined && values.outcome !== before.outcome) {
        mark.outcome_at = values.outcome === null ? null : at
        mark.outcome_who = values.outcome === null ? null : who
      }
      const { oid: _oid, id: _id, tags, ...rest } = mark
      const row = { ...rest, tags: JSON.stringify(tags) }
      const isWritten = await records.write(keyOf(account, contact), version, row)
      return { isWritten, mark: isWritten ? mark : await read(account, contact) }
    },

    states: records.states,
    count: records.count,
    forget: records.forget,
  }
}

/** Annotations in the server's database: one row per contact ever annotated. */
export const createAnnotations = (database: Kysely<AnnotationTables>, now: () => number) => ({
  ...readAnnotations(database, now),
  ...writeAnnotations(database, now),
})

export type Annotations = ReturnType<typeof createAnnotations>

export const allAnnotations = async (
  annotations: Pick<Annotations, 'since'>,
  account: string,
): Promise<readonly Annotation[]> => {
  const all: Annotation[] = []
  let after: AnnotationCursor | null = null
  do {
    const { marks: some, next } = await annotations.since(account, 0, after)
    all.push(...some)
    after = next
  } while (after !== null)
  return all
}
