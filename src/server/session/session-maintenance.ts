import { setTimeout as pause } from 'node:timers/promises'
import { troubleOf, type Trouble } from '#/server/database/database.ts'
import { WALL_MS, WRITE_MS, type SessionEnds } from './session-ends.ts'
import { boundTo } from './session-tables.ts'
import type { SessionStoreOptions } from './store.ts'

/** What is done with the whole table: counted, cleared, sealed anew; and whether it works. */
export const tendSessions = (
  { database, seal, now, idleMs, maxMs }: Omit<SessionStoreOptions, 'names' | 'directory'>,
  { deleteRow, writeDown }: Pick<SessionEnds, 'deleteRow' | 'writeDown'>,
) => ({
  /** Deletes every row past its idle or absolute end. */
  purge: async () => {
    await writeDown()
    await database
      .deleteFrom('sessions')
      .where((row) =>
        row.or([
          row.and([
            row('is_wall', '=', 0),
            row.or([row('created', '<=', now() - maxMs), row('seen', '<=', now() - idleMs)]),
          ]),
          row('created', '<=', now() - Math.max(maxMs, WALL_MS)),
        ]),
      )
      .execute()
  },

  /**
   * Seals again what the secret before has sealed, so that it is needed no longer, and deletes what no secret at hand
   * opens. @returns how many sessions are lost
   */
  renewSecret: async (): Promise<number> => {
    const rows = await database
      .selectFrom('sessions')
      .select(['id_hash', 'sealed', 'principal', 'created', 'is_wall'])
      .execute()
    const lost = rows.filter((row) => seal.open(row.sealed, boundTo(row)) === null)
    for (const row of lost) await deleteRow(row.id_hash)
    for (const row of rows) {
      const sealed = seal.renew(row.sealed, boundTo(row))
      if (sealed !== null)
        await database
          .updateTable('sessions')
          .set({ sealed })
          .where('id_hash', '=', row.id_hash)
          // Another server may have changed it since.
          .where('sealed', '=', row.sealed)
          .execute()
    }
    return lost.length
  },

  /** Whether the database answers at all. */
  isHealthy: async (): Promise<boolean> =>
    database
      .selectFrom('sessions')
      .select('principal')
      .limit(1)
      .execute()
      .then(
        () => true,
        () => false,
      ),

  /** How many are open, those of other servers on this database too. */
  count: async (): Promise<number> => {
    const { open } = await database
      .selectFrom('sessions')
      .select((row) => row.fn.countAll<number>().as('open'))
      .where((row) =>
        row.or([
          row.and([row('created', '>', now() - maxMs), row('seen', '>', now() - idleMs)]),
          row.and([row('is_wall', '=', 1), row('created', '>', now() - WALL_MS)]),
        ]),
      )
      .executeTakeFirstOrThrow()
    return open
  },

  /** Why nothing can be written; null: it can. */
  storageTrouble: (): Promise<Trouble | null> =>
    Promise.race([
      database
        .insertInto('storage_check')
        .values({ id: 1, at: now() })
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ at: now() }))
        .execute()
        .then(
          () => null,
          (error: unknown) => troubleOf(error) ?? 'inaccessible',
        ),
      pause(WRITE_MS, 'locked' as const, { ref: false }),
    ]),
})
