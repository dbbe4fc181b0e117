import type { Kysely } from 'kysely'

/** Kiosks were once opened by codes, which nothing reads any more. */
export const removeKioskCodes = async ({ schema }: Kysely<unknown>) => {
  await schema.dropTable('wall_codes').ifExists().execute()
  await schema.dropTable('wall_codes_migration').ifExists().execute()
}
