import { randomBytes } from 'node:crypto'
import process from 'node:process'
import type { Kysely } from 'kysely'
import { openDatabase } from '#/server/database/database.ts'

/** Engine of the tests: vitest.config.ts runs store tests with both. */
const ENGINE = process.env['TEST_ENGINE'] === 'postgres' ? 'PostgreSQL' : 'SQLite'

/** The data location of a test installation: the folder, or a new database's address. */
export const newTestPlace = async (folder: string): Promise<string> => {
  if (ENGINE === 'SQLite') return folder
  const { newPostgresDatabase } = await import('./postgres.ts')
  return newPostgresDatabase()
}

let url: Promise<string> | null = null

export const openTestDatabase = async <Tables>(): Promise<Kysely<Tables>> => {
  if (ENGINE === 'SQLite') return openDatabase<Tables>(':memory:')
  const [{ newPostgresDatabase }, { makeSchema, openPostgres }] = await Promise.all([
    import('./postgres.ts'),
    import('#/server/database/postgres/postgres.ts'),
  ])
  url ??= newPostgresDatabase()
  const schema = `test_${randomBytes(6).toString('hex')}`
  // Many tests do not close theirs.
  const database = openPostgres<Tables>({ url: await url, schema, connections: 4, idleMs: 100 })
  await makeSchema(database, schema)
  return database
}
