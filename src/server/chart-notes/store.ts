import { randomUUID } from 'node:crypto'
import type { ExpressionBuilder, Kysely } from 'kysely'
import { TIMELINE_NOTES_MAX, type AddNoteBody, type ChartNote } from '#/contract/chart-notes/chart-notes.ts'
import { archiveAccount } from '#/server/archive/store/account-numbers.ts'
import { createRecords } from '#/server/database/records.ts'

interface ChartNoteTable {
  id: string
  /** Whose days it stands at, as in the archive; an agency's own name: those of all its clients. */
  account: string
  /** Empty: of all objects. */
  oid: string
  day: string
  text: string
  /** Milliseconds since 1970. */
  at: number
  who: string | null
}
export interface ChartNoteTables {
  timeline_notes: ChartNoteTable
}

/** Whose days one looks at. @param client null: the account's own */
export interface NotedDays {
  readonly principal: string
  readonly client: string | null
}

/** What people pinned to days, in the server's database. */
export const createChartNotes = (database: Kysely<ChartNoteTables>, now: () => number) => {
  const records = createRecords(database, 'timeline_notes')

  /** Those of a client, and those of all clients; never those of single objects of the agency itself. */
  const seenBy =
    ({ principal, client }: NotedDays) =>
    (row: ExpressionBuilder<ChartNoteTables, 'timeline_notes'>) =>
      client === null
        ? row('account', '=', principal)
        : row.or([
            row('account', '=', archiveAccount(principal, client)),
            row.and([row('account', '=', principal), row('oid', '=', '')]),
          ])
  const noteOf = ({ account, oid, ...rest }: ChartNoteTable, { principal, client }: NotedDays) =>
    ({
      ...rest,
      oid: oid === '' ? null : oid,
      reach: oid !== '' ? 'object' : client !== null && account === principal ? 'all' : 'client',
    }) satisfies ChartNote

  return {
    /** The newest day first. */
    of: async (whose: NotedDays): Promise<ChartNote[]> => {
      const rows = await database
        .selectFrom('timeline_notes')
        .selectAll()
        .where(seenBy(whose))
        .orderBy('day', 'desc')
        .orderBy('at', 'desc')
        .orderBy('id')
        .limit(2 * TIMELINE_NOTES_MAX)
        .execute()
      return rows.map((row) => noteOf(row, whose))
    },

    /** @returns null: there are as many already as may be */
    add: async (
      whose: NotedDays,
      { day, reach, oid, text }: AddNoteBody,
      who: string | null,
    ): Promise<ChartNote | null> => {
      const account = reach === 'all' ? whose.principal : archiveAccount(whose.principal, whose.client)
      const row = { id: randomUUID(), account, oid: oid ?? '', day, text, at: now(), who }
      return (await records.add(row, TIMELINE_NOTES_MAX)) ? noteOf(row, whose) : null
    },

    /** @returns whether there was such a note at these days */
    remove: async (whose: NotedDays, id: string): Promise<boolean> => {
      const { numDeletedRows } = await database
        .deleteFrom('timeline_notes')
        .where('id', '=', id)
        .where(seenBy(whose))
        .executeTakeFirst()
      return numDeletedRows > 0n
    },

    count: records.count,
    forget: records.forget,
  }
}

export type ChartNotes = ReturnType<typeof createChartNotes>
