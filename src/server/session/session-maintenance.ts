import { setTimeout as pause } from 'node:timers/promises'
import { troubleOf, type Trouble } from '#/server/database/database.ts'
import { KIOSK_MS, WRITE_MS, type SessionEnds } from './session-ends.ts'
import { boundTo } from './session-tables.ts'
import type { SessionStoreOptions } from './store.ts'

export const tendSessions = (
  { database, seal, now, idleMs, maxMs }: Omit<SessionStoreOptions, 'names' | 'directory'>,
  { deleteRow, writeDown }: Pick<SessionEnds, 'deleteRow' | 'writeDown'>,
) => ({
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
          row('created', '<=', now() - Math.max(maxMs, KIOSK_MS)),
        ]),
      )
      .execute()
  },

  /**
   * Reseals with the present secret, so that the previous one can be dropped; deletes rows that do not open.
   * @returns number of lost sessions
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
          .where('sealed', '=', row.sealed)
          .execute()
    }
    return lost.length
  },

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

  count: async (): Promise<number> => {
    const { open } = await database
      .selectFrom('sessions')
      .select((row) => row.fn.countAll<number>().as('open'))
      .where((row) =>
        row.or([
          row.and([row('created', '>', now() - maxMs), row('seen', '>', now() - idleMs)]),
          row.and([row('is_wall', '=', 1), row('created', '>', now() - KIOSK_MS)]),
        ]),
      )
      .executeTakeFirstOrThrow()
    return open
  },

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
