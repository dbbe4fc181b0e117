// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { ApiServer } from '#/test/api-server.ts'
import { words } from '#/test/page.ts'
import { eventually } from '#/test/render-app.tsx'
import { LOCAL, MISSED, REACHED, VALUE } from '#/test/sql/contacts-in-sql.ts'
import { buttonOf, exportCsv, openOverview, panel } from '#/features/overview/page-testing.ts'

/**
 * Callers missed in the last seven days (objects' clocks) without a conversation since.
 * @param of their last missed call
 */
const waitingIn = async ({ database }: ApiServer, { source = '', since = '' } = {}) => {
  const { rows } = await sql<{ people: number }>`
    with c as (select c.*, ${LOCAL} / 60000 as at, (${MISSED}) as missed, ${REACHED} as reach from contacts c
        join objects o on o.id = c.object_id join accounts a on a.id = o.account_id
        where a.email = 'igor@domograd.ru' and c.caller_digits <> ''),
      callers as (select caller_digits, max(case when missed then at end) as tried,
        max(case when reach then at end) as reached from c group by caller_digits)
    select count(*) as people from callers join c on c.caller_digits = callers.caller_digits and c.at = tried
    where tried > coalesce(callers.reached, 0) and date(tried * 60, 'unixepoch') > date('2026-11-20', '-7 days')
      and (${source} = '' or ${VALUE.source} = ${source}) and date(tried * 60, 'unixepoch') >= ${since}`.execute(
    database,
  )
  return rows[0]!.people
}

const entry = () =>
  within(screen.getByRole('navigation', { name: 'Main' })).getByRole('link', { name: 'Missed callers' })
const calledBack = () =>
  eventually(() => within(panel('Today')).getByRole('heading', { level: 3, name: /^Call back \d+ / }))

test('Today, the navigation and the page say one number, whatever the overview shows; who is marked is in none', async () => {
  const { api, open, user } = await openOverview('?period=today', { account: 'marketer' })
  const people = await waitingIn(api)
  expect(people).toBeGreaterThan(2)
  for (const query of ['?period=today', '?compare=none&target=target', '?period=last_month', '']) {
    open(`/overview${query}`)
    const heading = await calledBack()
    await eventually(() => expect(words(heading)).toBe(`Call back ${people} people`))
    expect(words(panel('Today'))).toContain('Missed in the last 7 days')
    await eventually(() => expect(words(entry())).toBe(`Missed callers${people}`))
  }
  await user.click(within(panel('Today')).getByRole('link', { name: 'Missed callers' }))
  const table = await screen.findByRole('table', { name: 'Callers' })
  const rows = () => within(table).getAllByRole('row').slice(1)
  await eventually(() => expect(rows()).toHaveLength(people))
  await user.click(within(rows()[0]!).getByRole('button', { name: /^Called:/ }))
  await eventually(() => expect(words(entry())).toBe(`Missed callers${people - 1}`))
  open('/overview?period=yesterday')
  await eventually(() => expect(words(panel('Today'))).toContain(`Call back ${people - 1} people`))
})

const region = () => words(panel('Missed callers'))

test('the region counts those of the same callers that match the filters and the period, without marked ones', async () => {
  const { api, open, user } = await openOverview('', { account: 'marketer' })
  const people = await waitingIn(api)
  const { rows: sources } = await sql<{ source: string }>`select ${VALUE.source} as source from contacts c
    join accounts a on a.id = c.account_id where a.email = 'igor@domograd.ru' and ${MISSED} and ${VALUE.source} <> ''
    group by 1 order by count(*) desc limit 1`.execute(api.database)
  const { source } = sources[0]!
  const matching = await waitingIn(api, { source })
  const sinceYesterday = await waitingIn(api, { since: '2026-11-19' })
  expect([matching, sinceYesterday].every((some) => some > 0 && some < people)).toBe(true)
  await user.click(await eventually(() => buttonOf(`All ${people}`, panel('Missed callers'))))
  const dialog = await screen.findByRole('dialog', { name: /^Missed callers, Nov 14\D+20, 2026/ })
  await eventually(() => expect(within(dialog).getAllByRole('listitem')).toHaveLength(people))
  await user.click(within(dialog).getAllByRole('button', { name: 'Close' })[0]!)
  const days = 'date_from=2026-11-19&date_to=2026-11-20'
  for (const [query, text] of [
    ['', `${people} waiting`],
    ['?period=this_month&compare=none', `${people} waiting`],
    [`?source=${encodeURIComponent(source)}`, `${matching} match(es)? the filters`],
    [`?${days}`, `${sinceYesterday} in this period`],
  ] as const) {
    open(`/overview${query}`)
    await eventually(() => expect(region()).toMatch(new RegExp(`^Missed callers ?${text}`)))
  }
  const { rows } = await exportCsv(user, 'Missed callers', panel('Missed callers'))
  expect(rows).toHaveLength(sinceYesterday)

  open('/call-back')
  const table = await screen.findByRole('table', { name: 'Callers' })
  const [first] = within(table).getAllByRole('row').slice(1)
  await user.click(within(first!).getByRole('button', { name: /^Called:/ }))
  await eventually(() => expect(words(entry())).toBe(`Missed callers${people - 1}`))
  open('/overview')
  await eventually(() => expect(region()).toMatch(new RegExp(`^Missed callers ?${people - 1} waiting`)))
})

test('the region of a past period says who was not reached by its end', async () => {
  await openOverview('?date_from=2026-11-01&date_to=2026-11-10', { account: 'marketer' })
  await eventually(() => expect(region()).toMatch(/^Missed callers ?\d+ not reached by Nov 10/))
})
