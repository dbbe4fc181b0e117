import { createSeal } from '#/server/session/seal.ts'
import { migrateCallboard } from '../migrations/callboard.ts'
import type { OwnTables } from '#/server/stores.ts'
import { openTestDatabase } from './engine.ts'

export const openOwnDatabase = async () => {
  const database = await openTestDatabase<OwnTables>()
  await migrateCallboard(database, createSeal('a secret of the tests, long enough to be one'))
  return database
}
