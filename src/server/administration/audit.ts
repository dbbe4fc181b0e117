import { setTimeout as pause } from 'node:timers/promises'
import { sql, type Kysely, type SqlBool } from 'kysely'
import { auditEvent, type AuditAnswer, type AuditEvent } from '#/contract/administration/audit.ts'
import type { AuditQuestion } from '#/contract/administration/asked.ts'
import { DAY_MS } from '#/contract/day.ts'
import { troubleOf } from '#/server/database/database.ts'

interface AuditTable {
  id: number
  /** Milliseconds since 1970. */
  at: number
  event: string
  who: string | null
  client: string | null
  address: string | null
  request_id: string | null
  /** {@link AuditEvent} as JSON. */
  what: string
}
export interface AuditTables {
  audit: AuditTable
}

/** What is written down beside the event itself. */
export interface AuditContext {
  readonly who: string | null
  readonly client: string | null
  readonly address: string | null
  readonly requestId: string | null
}

const anywhere = (part: string) => `%${part.replaceAll(/[\\%_]/g, '\\$&')}%`
/** As typed, or whatever the case of its Latin letters, which are the only ones SQLite knows to be the same. */
const holds = (part: string) =>
  sql<SqlBool>`(who like ${anywhere(part)} escape '\\' or lower(who) like ${anywhere(part.toLowerCase())} escape '\\')`

/** Entries of one answer. */
const AUDIT_LIMIT = 200

/** So many entries wait in memory for a disk that takes nothing; then the oldest are lost. */
const MOST_WAITING = 10_000
/** Entries that are written in one statement. */
const AT_ONCE = 500
/** So long an answer waits for an entry to be written: what was done is done. */
const WRITE_MS = 1_000
/** So long waits what may not happen unseen; a statement gives up after as much. */
const MUST_WRITE_MS = 5_000

/** The audit log, in the server's database. @param daysKept entries older than this are removed daily */
export const createAuditStore = (
  database: Kysely<AuditTables>,
  { now, daysKept }: { readonly now: () => number; readonly daysKept: number },
) => {
  let waiting: Omit<AuditTable, 'id'>[] = []

  /** @throws what the database throws; the entries are kept for the next time then */
  const writeDown = async (): Promise<void> => {
    while (waiting.length > 0) {
      // Together: a disk takes longer to be sure of something than to write it.
      const rows = waiting.slice(0, AT_ONCE)
      await database
        .insertInto('audit')
        .values(rows as AuditTable[])
        .execute()
      waiting = waiting.filter((one) => !rows.includes(one))
    }
  }
  let writing: Promise<void> = Promise.resolve()
  const write = (): Promise<void> => {
    // One after the other: what waits is written once.
    writing = writing.catch(() => undefined).then(writeDown)
    return writing
  }

  return {
    writeDown: write,

    /**
     * Writes an entry. @returns whether it is in the log now; one that is not is written as soon as the
     * disk takes it
     * @param must it is not done without: a busy disk is waited for as long as for every other write
     */
    note: async (
      what: AuditEvent,
      { who, client, address, requestId }: AuditContext,
      must = false,
    ): Promise<boolean> => {
      const row = { at: now(), event: what.event, who, client, address, request_id: requestId }
      waiting = [...waiting, { ...row, what: JSON.stringify(what) }].slice(-MOST_WAITING)
      const written = write().then(
        () => true,
        (error: unknown) => {
          if (troubleOf(error) === null) throw error
          return false
        },
      )
      return Promise.race([written, pause(must ? MUST_WRITE_MS : WRITE_MS, false, { ref: false })])
    },

    /** @returns the newest entries first */
    read: async ({ event, who, since, until, before }: AuditQuestion): Promise<AuditAnswer> => {
      const rows = await database
        .selectFrom('audit')
        .selectAll()
        .$if(event !== undefined, (query) => query.where('event', '=', event ?? ''))
        .$if(who !== undefined, (query) => query.where(holds(who ?? '')))
        .$if(since !== undefined, (query) => query.where('at', '>=', Date.parse(since ?? '')))
        .$if(until !== undefined, (query) => query.where('at', '<', Date.parse(until ?? '')))
        .$if(before !== undefined, (query) => query.where('id', '<', Number(before)))
        .orderBy('id', 'desc')
        .limit(AUDIT_LIMIT + 1)
        .execute()
      return {
        entries: rows.slice(0, AUDIT_LIMIT).map((row) => ({
          id: row.id,
          at: new Date(row.at).toISOString(),
          who: row.who,
          client: row.client,
          address: row.address,
          request_id: row.request_id,
          what: auditEvent.parse(JSON.parse(row.what)),
        })),
        has_more: rows.length > AUDIT_LIMIT,
      }
    },

    /** Removes what is older than it is kept. */
    purge: async (): Promise<void> => {
      await database
        .deleteFrom('audit')
        .where('at', '<', now() - daysKept * DAY_MS)
        .execute()
    },
  }
}

export type AuditStore = ReturnType<typeof createAuditStore>
