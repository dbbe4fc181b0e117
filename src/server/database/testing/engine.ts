import { randomBytes } from 'node:crypto'
import process from 'node:process'
import type { Kysely } from 'kysely'
import { openDatabase } from '#/server/database/database.ts'

/** In which the tests of this process keep what they keep: vitest.config.ts runs those of what keeps anything in both. */
const ENGINE = process.env['TEST_ENGINE'] === 'postgres' ? 'PostgreSQL' : 'SQLite'

/** Where an installation of a test keeps its data: the folder, or the address of a new database. */
export const newTestPlace = async (folder: string): Promise<string> => {
  if (ENGINE === 'SQLite') return folder
  const { newPostgresDatabase } = await import('./postgres.ts')
  return newPostgresDatabase()
}

let url: Promise<string> | null = null

/** A new, empty one, in the engine under test. */
export const openTestDatabase = async <Tables>(): Promise<Kysely<Tables>> => {
  if (ENGINE === 'SQLite') return openDatabase<Tables>(':memory:')
  const [{ newPostgresDatabase }, { makeSchema, openPostgres }] = await Promise.all([
    import('./postgres.ts'),
    import('#/server/database/postgres/postgres.ts'),
  ])
  url ??= newPostgresDatabase()
  const schema = `test_${randomBytes(6).toString('hex')}`
  // Many tests leave theirs open.
  const database = openPostgres<Tables>({ url: await url, schema, connections: 4, idleMs: 100 })
  await makeSchema(database, schema)
  return database
}
