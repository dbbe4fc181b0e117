import { randomInt } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { WALL_CODE_DIGITS, WALL_CODE_MINUTES } from '#/contract/live/wall.ts'
import { MINUTE_MS } from '#/contract/day.ts'
import { migrate } from '#/server/database/database.ts'
import type { Seal } from './seal.ts'

interface WallCodeTable {
  /** HMAC of the code under the server's secret: digits that are so few could be tried out against a plain hash. */
  code_hash: string
  /** Hash of the id of the session in whose name the screen is. */
  session: string
  client: string | null
  /** Milliseconds since 1970, by the server's clock. */
  created: number
}
export interface WallCodeTables {
  wall_codes: WallCodeTable
}

const migrations: Record<string, Migration> = {
  '0001-wall-codes': {
    up: async ({ schema }: Kysely<unknown>) => {
      await schema
        .createTable('wall_codes')
        .addColumn('code_hash', 'text', (column) => column.primaryKey())
        .addColumn('session', 'text', (column) => column.notNull())
        .addColumn('client', 'text')
        .addColumn('created', 'bigint', (column) => column.notNull())
        .execute()
    },
  },
}
const HISTORY = 'wall_codes_migration'

const GOOD_MS = WALL_CODE_MINUTES * MINUTE_MS

/**
 * One-time codes with which a person makes another browser a screen on the wall: digits, since they are typed with a remote
 * control. In the database, so that any server that shares it may be asked.
 * @throws whatever the database throws
 */
export const createWallCodes = async (
  database: Kysely<WallCodeTables>,
  { pseudonym }: Pick<Seal, 'pseudonym'>,
  now: () => number,
) => {
  await migrate(database, migrations, HISTORY)
  const hashOf = (code: string) => pseudonym('account', `wall code ${code}`)

  return {
    /** @param session hash of its id; a code that it has given before is worth nothing any more @returns the code, which is kept nowhere */
    give: async (session: string, client: string | null): Promise<string> => {
      await database
        .deleteFrom('wall_codes')
        .where((row) => row.or([row('session', '=', session), row('created', '<=', now() - GOOD_MS)]))
        .execute()
      const code = Array.from({ length: WALL_CODE_DIGITS }, () => randomInt(10)).join('')
      await database
        .insertInto('wall_codes')
        .values({ code_hash: hashOf(code), session, client, created: now() })
        .execute()
      return code
    },

    /** In whose name, and whose figures; null: the code is not good. It is used up by being tried. */
    take: async (code: string): Promise<Pick<WallCodeTable, 'session' | 'client'> | null> => {
      const row = await database
        .deleteFrom('wall_codes')
        .where('code_hash', '=', hashOf(code))
        .returningAll()
        .executeTakeFirst()
      return row && now() - row.created < GOOD_MS ? row : null
    },
  }
}

export type WallCodes = Awaited<ReturnType<typeof createWallCodes>>
