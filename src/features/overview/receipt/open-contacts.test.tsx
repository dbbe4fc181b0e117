/** @module-tag all */
// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { sql, type RawBuilder } from 'kysely'
import { expect, test } from 'vitest'
import { LOCAL, MISSED, REACHED, VALUE } from '#/test/sql/contacts-in-sql.ts'
import { says } from '#/test/screens/journal.ts'
import {
  allLoaded,
  figure,
  numberIn,
  openOverview,
  panel,
  receipt,
} from '#/features/overview/page-testing.ts'
import { words } from '#/test/page.ts'
import { eventually } from '#/test/render-app.tsx'

/* Lists that only our server can find have as many contacts as the figure. */

const DAYS = 'date_from=2026-11-02&date_to=2026-11-18'
const IN_DAYS = sql`from contacts c join objects o on o.id = c.object_id join accounts a on a.id = c.account_id
  where a.email = 'igor@domograd.ru' and o.status <> 5 and c.day between '2026-11-02' and '2026-11-18'`

type App = Awaited<ReturnType<typeof openOverview>>
const countOf = async ({ api }: App, counted: RawBuilder<{ count: number }>) =>
  (await counted.execute(api.database)).rows[0]!.count

const open = async (query = '', won_statuses: readonly string[] = []) => {
  const app = await openOverview(`?${DAYS}${query}`, {
    account: 'marketer',
    before: (api) => api.write('PUT', '/api/preferences', { base_version: 0, preferences: { won_statuses } }),
  })
  await screen.findByRole('button', { name: /^As of / })
  await allLoaded()
  return app
}

test('callers who did not get through open in the journal, the last call of each', async () => {
  const app = await open('&compare=none')
  const missed = sql`max(case when ${MISSED} then ${LOCAL} / 60000 end)`
  const reached = sql`max(case when ${REACHED} then ${LOCAL} / 60000 end)`
  const callers = await countOf(
    app,
    sql`select count(*) count from (select 1 ${IN_DAYS} and ${VALUE.caller} is not null
      group by ${VALUE.caller} having ${missed} > coalesce(${reached}, 0))`,
  )
  expect(callers).toBeGreaterThan(5)
  const shown = figure(/^Missed callers/, panel('Missed callers'))
  expect(numberIn(words(shown))).toBe(callers)
  await app.user.click(shown)
  await app.user.click(await within(receipt()).findByRole('link', { name: 'Open these contacts' }))
  await eventually(() => expect(app.search().get('not_reached')).toBe('1'))
  await says(`${callers} contacts`)
})

test('contacts that led to won deals open in the journal, by the statuses that count as won', async () => {
  const app = await open('&compare=none', ['Консультация', 'New lead'])
  const from = sql`${IN_DAYS} and json_extract(c.customer_status, '$.status') in ('Консультация', 'New lead')`
  const deals = await countOf(app, sql`select count(distinct ${VALUE.deal}) count ${from}`)
  const contacts = await countOf(app, sql`select count(*) count ${from}`)
  expect(deals).toBeGreaterThan(1)
  const won = figure(/^Won deals/)
  expect(numberIn(words(won))).toBe(deals)
  await app.user.click(won)
  await app.user.click(await within(receipt()).findByRole('link', { name: 'Open these contacts' }))
  await eventually(() => expect(app.search().get('deal_status')).toBe('Консультация|New lead'))
  await says(`${contacts} contacts`)
})

test('no list is offered where it could not know what the report does', async () => {
  const app = await open('&compare=days&compare_from=2026-11-10&compare_to=2026-11-19')
  await app.user.click(figure(/^Missed callers/, panel('Missed callers')))
  expect(within(receipt()).queryByRole('link')).toBeNull()
  expect(within(receipt()).queryByRole('button', { name: 'Open these contacts' })).toBeNull()
})
