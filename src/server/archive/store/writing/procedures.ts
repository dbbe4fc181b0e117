import type { Kysely } from 'kysely'
import type { Procedures } from '#/server/database/procedures.ts'
import { segmentColumns } from '#/server/archive/store/columns.ts'
import { writesHere } from './heavy-writes.ts'
import type { ArchiveTables } from '#/server/archive/store/schema.ts'
import type { ReadDay } from './write-days.ts'

/* Procedures of the writing connection's thread. Only heavy-writes.ts calls these, so arguments are trusted. */

const { replaceDays, joinSegments, splitMonth, readCallers, indexTexts } = writesHere(segmentColumns)

const tables = (database: unknown) => database as Kysely<ArchiveTables>

export const procedures: Procedures = {
  replace_days: async (database, account, days) => {
    const read = JSON.parse(String(days)) as readonly ReadDay[]
    const changed = await replaceDays(tables(database), Number(account), read)
    return changed.map((day) => ({ day }))
  },
  join_segments: async (database, account, first, last) => {
    const days = { first: Number(first), last: Number(last) }
    await joinSegments(tables(database), Number(account), days)
    return []
  },
  split_month: async (database, account, first, last, callers) => {
    const days = { first: Number(first), last: Number(last) }
    await splitMonth(tables(database), Number(account), days, Number(callers))
    return []
  },
  read_callers: async (database, account, first, last) => {
    const days = { first: Number(first), last: Number(last) }
    await readCallers(tables(database), Number(account), days)
    return []
  },
  index_texts: async (database, account, day) => {
    await indexTexts(tables(database), Number(account), Number(day))
    return []
  },
}
