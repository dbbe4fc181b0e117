import type { Kysely } from 'kysely'
import * as z from 'zod'
import type { AccountNumbers } from './account-numbers.ts'
import type { ArchiveTables } from './schema.ts'

interface ListedObjects {
  readonly readAt: number
  /** False: the list was incomplete. */
  readonly isAll: boolean
  readonly objects: readonly unknown[]
}

export const objectsOf = (database: Kysely<ArchiveTables>, { known, numberOf }: AccountNumbers) => ({
  keepObjects: async (account: string, { readAt, isAll, objects }: ListedObjects): Promise<void> => {
    const row = { read_at: readAt, is_all: isAll ? 1 : 0, objects: JSON.stringify(objects) }
    await database
      .insertInto('archive_objects')
      .values({ account: await numberOf(account), ...row })
      .onConflict((conflict) => conflict.column('account').doUpdateSet(row))
      .execute()
  },

  objects: async (account: string): Promise<ListedObjects | null> => {
    const row = await database
      .selectFrom('archive_objects')
      .selectAll()
      .where('account', '=', (await known(account)) ?? 0)
      .executeTakeFirst()
    if (!row) return null
    return {
      readAt: row.read_at,
      isAll: row.is_all === 1,
      objects: z.array(z.unknown()).parse(JSON.parse(row.objects)),
    }
  },
})
