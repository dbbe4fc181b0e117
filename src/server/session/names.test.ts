import { expect, test } from 'vitest'
import { migrate } from '#/server/database/database.ts'
import { migrateCallboard } from '#/server/database/migrations/callboard.ts'
import { preferencesHistory } from '#/server/database/migrations/histories/people.ts'
import { openTestDatabase } from '#/server/database/testing/engine.ts'
import { openOwnDatabase } from '#/server/database/testing/own-database.ts'
import type { PreferencesTables } from '#/server/preferences/preferences.ts'
import { createNames, type NameTables } from './names.ts'
import { createSeal } from './seal.ts'

const [FIRST, SECOND, THIRD] = ['a'.repeat(32), 'b'.repeat(32), 'c'.repeat(32)]
const ANNA = 'email:anna@example.com'
const CLIENT = 'client@example.com'

test('ids are random, the same each time, and found from nothing that is in the table', async () => {
  const database = await openOwnDatabase()
  const names = await createNames(database, createSeal(FIRST))
  const [anna, igor] = [await names.principal(ANNA), await names.principal('email:igor@example.com')]
  expect(anna).toMatch(/^[0-9a-f]{16}$/)
  expect(new Set([anna, igor, createSeal(FIRST).pseudonym('principal', ANNA)]).size).toBe(3)
  expect(await (await createNames(database, createSeal(FIRST))).principal(ANNA)).toBe(anna)
  const elsewhere = await createNames(await openOwnDatabase(), createSeal(FIRST))
  expect(await elsewhere.principal(ANNA)).not.toBe(anna)
  expect(JSON.stringify(await database.selectFrom('names').selectAll().execute())).not.toContain('anna')
})

test('another secret orphans nothing: with the one before at hand, ids stay, and stay without it too', async () => {
  const database = await openOwnDatabase()
  const before = await createNames(database, createSeal(FIRST))
  const anna = await before.principal(ANNA)
  const client = (await before.clients([CLIENT])).get(CLIENT)
  // No sign-ins while both are set: the start alone rehashes them.
  await createNames(database, createSeal(SECOND, FIRST))
  const after = await createNames(database, createSeal(SECOND))
  expect(await after.principal(ANNA)).toBe(anna)
  expect((await after.clients([CLIENT])).get(CLIENT)).toBe(client)
  const lost = await createNames(database, createSeal(THIRD))
  expect(await lost.principal(ANNA)).not.toBe(anna)
})

test('what an earlier version knew by its hash keeps it: preferences and pinned clients are found', async () => {
  const database = await openTestDatabase<NameTables & PreferencesTables>()
  await migrate(database, preferencesHistory)
  const seal = createSeal(FIRST)
  const [anna, client] = [seal.pseudonym('principal', ANNA), seal.pseudonym('client', CLIENT)]
  await database
    .insertInto('preferences')
    .values({ principal: anna, version: 3, sections: JSON.stringify({ pins: { clients: [client, '7'] } }) })
    .execute()
  await migrateCallboard(database, seal)
  const names = await createNames(database, seal)
  expect(await names.principal(ANNA)).toBe(anna)
  expect((await names.clients([CLIENT, 'new@example.com'])).get(CLIENT)).toBe(client)
  // Found under the next secret too, though its row has only the hash.
  const next = await createNames(database, createSeal(SECOND, FIRST))
  expect(await next.principal(ANNA)).toBe(anna)
  expect(await (await createNames(database, createSeal(SECOND))).principal(ANNA)).toBe(anna)
})

test('two lists of clients at once call a new client the same', async () => {
  const names = await createNames(await openOwnDatabase(), createSeal(FIRST))
  const [one, two] = await Promise.all([names.clients([CLIENT, CLIENT]), names.clients([CLIENT])])
  expect(one.get(CLIENT)).toBe(two.get(CLIENT))
})
