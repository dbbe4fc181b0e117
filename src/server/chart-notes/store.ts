import { randomUUID } from 'node:crypto'
import type { ExpressionBuilder, Kysely } from 'kysely'
import { CHART_NOTES_MAX, type AddNoteBody, type ChartNote } from '#/contract/chart-notes/chart-notes.ts'
import { archiveAccount } from '#/server/session/names.ts'
import { createRecords } from '#/server/database/records.ts'

interface ChartNoteTable {
  id: string
  /** As in the archive; an agency's own name: all its clients. */
  account: string
  oid: string
  day: string
  text: string
  at: number
  who: string | null
}
export interface ChartNoteTables {
  timeline_notes: ChartNoteTable
}

export interface NotedDays {
  readonly principal: string
  readonly client: string | null
}

export const createChartNotes = (database: Kysely<ChartNoteTables>, now: () => number) => {
  const records = createRecords(database, 'timeline_notes')

  /** A client's notes and those for all clients, but not of the agency's own objects. */
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
    of: async (whose: NotedDays): Promise<ChartNote[]> => {
      const rows = await database
        .selectFrom('timeline_notes')
        .selectAll()
        .where(seenBy(whose))
        .orderBy('day', 'desc')
        .orderBy('at', 'desc')
        .orderBy('id')
        .limit(2 * CHART_NOTES_MAX)
        .execute()
      return rows.map((row) => noteOf(row, whose))
    },

    /** @returns null: the limit is reached */
    add: async (
      whose: NotedDays,
      { day, reach, oid, text }: AddNoteBody,
      who: string | null,
    ): Promise<ChartNote | null> => {
      const account = reach === 'all' ? whose.principal : archiveAccount(whose.principal, whose.client)
      const row = { id: randomUUID(), account, oid: oid ?? '', day, text, at: now(), who }
      return (await records.add(row, CHART_NOTES_MAX)) ? noteOf(row, whose) : null
    },

    /** @returns whether it existed */
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
