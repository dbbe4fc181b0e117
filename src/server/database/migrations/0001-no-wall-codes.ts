import type { Kysely } from 'kysely'

/** Screens on the wall were opened by codes: nothing reads them, and no other engine has a place for them. */
export const noWallCodes = async ({ schema }: Kysely<unknown>) => {
  await schema.dropTable('wall_codes').ifExists().execute()
  await schema.dropTable('wall_codes_migration').ifExists().execute()
}
