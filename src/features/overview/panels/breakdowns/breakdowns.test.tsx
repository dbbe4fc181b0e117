// @vitest-environment jsdom
import { within } from '@testing-library/react'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { ApiServer } from '#/test/api-server.ts'
import { words } from '#/test/page.ts'
import { eventually } from '#/test/render-app.tsx'
import { allLoaded, openOverview, panel } from '#/features/overview/page-testing.ts'

const [FROM, TO, BEFORE] = ['2026-10-22', '2026-11-20', '2026-09-22']
const DAYS = `date_from=${FROM}&date_to=${TO}&compare=days&compare_from=${BEFORE}&compare_to=2026-10-21`

const own = sql`answer_override is null and object_id in (select o.id from objects o
  join accounts a on a.id = o.account_id where a.email = 'igor@domograd.ru' and o.status <> 5)`
const someOf = (from: string, to: string, count: number) =>
  sql`id in (select id from contacts where ${own} and day >= ${from} and day < ${to} order by id limit ${count})`

const rowsIn = (name: string) =>
  [...panel(name).querySelectorAll('tbody tr')].map((row) => ({
    name: words(row.querySelector('th')),
    cells: [...row.querySelectorAll('td')].map(words),
  }))

test('orders all rows by change, also those with few contacts now', async () => {
  const { user } = await openOverview(`?${DAYS}`, {
    account: 'marketer',
    before: async ({ database }: ApiServer) => {
      // One request of each contact now, so that only some of them are with the report.
      await sql`update contacts set search_request = 'A ' || id where ${own}`.execute(database)
      await sql`update contacts set search_request = 'Fell' where ${own} and ${someOf(BEFORE, FROM, 12)}`.execute(
        database,
      )
      await sql`update contacts set search_request = 'Fell' where ${own} and ${someOf(FROM, '2026-11-20', 1)}`.execute(
        database,
      )
    },
  })
  await allLoaded()
  await eventually(() => expect(rowsIn('Search requests').length).toBeGreaterThan(3))
  expect(rowsIn('Search requests').map(({ name }) => name)).not.toContain('Fell')
  await user.click(within(panel('Search requests')).getByRole('button', { name: 'Change' }))
  await eventually(() => {
    const [first] = rowsIn('Search requests')
    expect(first!.name).toBe('Fell')
    expect(first!.cells.slice(0, 2).join(' ')).toMatch(/^1 −11/)
  })
})

test('lists rows that lost all their contacts when no row has any', async () => {
  await openOverview(`?${DAYS}&source=Gone`, {
    account: 'marketer',
    before: async ({ database }: ApiServer) => {
      await sql`update contacts set source_title = 'Gone', region = 'Казань' where ${own} and ${someOf(BEFORE, FROM, 9)}`.execute(
        database,
      )
    },
  })
  await eventually(() => {
    const [first] = rowsIn('Regions')
    expect(first!.name).toBe('Казань')
    expect(first!.cells.slice(0, 2).join(' ')).toMatch(/^0 −9/)
  })
})
