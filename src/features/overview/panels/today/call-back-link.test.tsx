// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { ApiServer } from '#/test/api-server.ts'
import { words } from '#/test/page.ts'
import { eventually } from '#/test/render-app.tsx'
import { LOCAL, MISSED, REACHED } from '#/test/sql/contacts-in-sql.ts'
import { openOverview, panel } from '#/features/overview/page-testing.ts'

/** Callers missed in the last seven days (objects' clocks) without a conversation since. */
const waitingIn = async ({ database }: ApiServer) => {
  const { rows } = await sql<{ people: number }>`
    with c as (select c.*, ${LOCAL} / 60000 as at, (${MISSED}) as missed, ${REACHED} as reach from contacts c
        join objects o on o.id = c.object_id join accounts a on a.id = o.account_id
        where a.email = 'igor@domograd.ru' and c.caller_digits <> ''),
      callers as (select max(case when missed then at end) as tried, max(case when reach then at end) as reached
        from c group by caller_digits)
    select count(*) as people from callers
    where tried > coalesce(reached, 0) and date(tried * 60, 'unixepoch') > date('2026-11-20', '-7 days')`.execute(
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
