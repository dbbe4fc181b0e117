/** @module-tag all */
// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { DAY_MS } from '#/contract/day.ts'
import { leaveFewClients } from '#/features/agency/client-comparison/few-clients-testing.ts'
import { managedClients, type ApiServer } from '#/test/api-server.ts'
import { button, rowsOf, words } from '#/test/page.ts'
import { eventually, renderApp } from '#/test/render-app.tsx'

/** Tomorrow in Vladivostok. */
const NOW = Date.parse('2026-11-20T14:40:00Z')
const CLIENT = 'Sever Group'

/** One object of several is in Vladivostok, and has all the newest contacts. */
const moveOne = async (api: ApiServer) => {
  await leaveFewClients(api)
  const { database } = api
  const { id } = await database
    .selectFrom('accounts')
    .select('id')
    .where('company_name', '=', CLIENT)
    .executeTakeFirstOrThrow()
  const objects = await database
    .selectFrom('contacts')
    .select(({ fn }) => ['object_id', fn.countAll<number>().as('contacts')])
    .where('account_id', '=', id)
    .where('occurred_at', '>', NOW - 28 * DAY_MS)
    .where('occurred_at', '<', NOW - 20 * DAY_MS)
    .groupBy('object_id')
    .orderBy('contacts', 'desc')
    .execute()
  expect(objects.length).toBeGreaterThan(2)
  const [busy] = objects
  const own = database.updateTable('contacts').where('account_id', '=', id)
  await own
    .set({ utc_offset: 600, day: sql`date(occurred_at / 1000 + 36000, 'unixepoch')` })
    .where('object_id', '=', busy!.object_id)
    .execute()
  await database
    .deleteFrom('contacts')
    .where('account_id', '=', id)
    .where('object_id', '<>', busy!.object_id)
    .where('occurred_at', '>', NOW - 20 * DAY_MS)
    .execute()
}

test('a client with an object in another zone has the same contacts and days on Clients and Overview', async () => {
  const { api, open } = await renderApp('/clients', { account: 'agency_manager', now: NOW, before: moveOne })
  await screen.findByRole('link', { name: CLIENT })
  const counted = () => rowsOf('Clients').find((row) => row['Company']?.includes(CLIENT))?.['Contacts'] ?? ''
  await eventually(() => expect(words(document.body)).toMatch(/4 of 4 clients loaded/))
  const contacts = counted()
  expect(contacts).toMatch(/^\d+$/)
  const { client } = (await managedClients(api)).find(({ company_name }) => company_name === CLIENT)!
  open(`/overview?client=${client}&period=last_30_days`)
  await eventually(() => expect(button(new RegExp(`^Contacts ?${contacts}`))).toBeTruthy())
  await eventually(() => expect(words(document.body)).toMatch(/As of 17:\d\d/))
  expect(words(document.body)).not.toMatch(/Nov 21, 2026/)
})
