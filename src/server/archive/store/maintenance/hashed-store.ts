import type { Kysely } from 'kysely'
import type { ArchiveTables } from '#/server/archive/store/schema.ts'

/*
 * Earlier versions could store contacts with a keyed hash in place of each number (ARCHIVE_PHONES=hash). A hash can
 * become nothing else: such contacts are removed, and read again when they are needed.
 */

const HASHED = /^(to )?hash /

/** Whether numbers of an archive are hashed, all or some. One that was never opened by a version with this setting has none. */
export const isHashed = async (database: Kysely<ArchiveTables>): Promise<boolean> => {
  const tables = await database.introspection.getTables()
  if (!tables.some(({ name }) => name === 'archive_settings')) return false
  const row = await database
    .selectFrom('archive_settings')
    .select('value')
    .where('name', '=', 'phones')
    .executeTakeFirst()
  return row !== undefined && HASHED.test(row.value)
}

export const removeHashed = async (
  database: Kysely<ArchiveTables>,
  forgetAll: () => Promise<void>,
): Promise<void> => {
  // Nothing is written where there is none: the disk may be full.
  if (!(await isHashed(database))) return
  await forgetAll()
  // Last: a start after a crash goes on.
  await database.deleteFrom('archive_settings').where('name', 'in', ['phones', 'phones_key']).execute()
}
