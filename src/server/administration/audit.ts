import { setTimeout as pause } from 'node:timers/promises'
import { sql, type Kysely, type SqlBool } from 'kysely'
import { auditEvent, type AuditAnswer, type AuditEvent } from '#/contract/administration/audit.ts'
import type { AuditQuestion } from '#/contract/administration/requests.ts'
import { DAY_MS } from '#/contract/day.ts'
import { troubleOf } from '#/server/database/database.ts'

interface AuditTable {
  id: number
  at: number
  event: string
  who: string | null
  client: string | null
  address: string | null
  request_id: string | null
  what: string
}
export interface AuditTables {
  audit: AuditTable
}

export interface AuditContext {
  readonly who: string | null
  readonly client: string | null
  readonly address: string | null
  readonly requestId: string | null
}

const anywhere = (part: string) => `%${part.replaceAll(/[\\%_]/g, '\\$&')}%`
/** Case-insensitive for Latin letters, as SQLite's lower(). */
const holds = (part: string) =>
  sql<SqlBool>`(who like ${anywhere(part)} escape '\\' or lower(who) like ${anywhere(part.toLowerCase())} escape '\\')`

const AUDIT_LIMIT = 200

/** Entries in memory while the disk takes no writes; then the oldest are dropped. */
const MOST_WAITING = 10_000
const AT_ONCE = 500
/** How long an answer waits for its entry; the action is done anyway. */
const WRITE_MS = 1_000
/** The same where the action requires the entry; statements time out after as long. */
const MUST_WRITE_MS = 5_000

/**
 * The audit log in the server's database.
 * @param retentionDays retention, applied daily
 */
export const createAuditStore = (
  database: Kysely<AuditTables>,
  { now, retentionDays }: { readonly now: () => number; readonly retentionDays: number },
) => {
  let waiting: Omit<AuditTable, 'id'>[] = []

  /** @throws database errors; the entries stay queued */
  const writeDown = async (): Promise<void> => {
    while (waiting.length > 0) {
      // In one transaction: flushing takes longer than writing.
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
    // Serialised, so that queued entries are written once.
    writing = writing.catch(() => undefined).then(writeDown)
    return writing
  }

  return {
    writeDown: write,

    /**
     * @returns whether it is stored now; otherwise it is written later
     * @param must waits as long as other writes do, since the action requires it
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
          what: auditEvent.safeParse(JSON.parse(row.what)).data ?? null,
        })),
        has_more: rows.length > AUDIT_LIMIT,
      }
    },

    purge: async (): Promise<void> => {
      await database
        .deleteFrom('audit')
        .where('at', '<', now() - retentionDays * DAY_MS)
        .execute()
    },
  }
}

export type AuditStore = ReturnType<typeof createAuditStore>
