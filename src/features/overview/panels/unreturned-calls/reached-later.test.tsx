/** @module-tag all */
// @vitest-environment jsdom
import { within } from '@testing-library/react'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { timeOf, formatShortDateTime } from '#/i18n/format.ts'
import { words } from '#/test/page.ts'
import { LOCAL, MISSED, REACHED, VALUE } from '#/test/sql/contacts-in-sql.ts'
import type { ApiServer } from '#/test/api-server.ts'
import { eventually } from '#/test/render-app.tsx'
import { allLoaded, buttonOf, openOverview, panel } from '#/features/overview/page-testing.ts'

const [FROM, TO] = ['2026-11-01', '2026-11-10']

const own = sql`select c.*, ${VALUE.caller} as caller, ${LOCAL} / 60000 as at from contacts c
  join objects o on o.id = c.object_id join accounts a on a.id = c.account_id
  where o.status <> 5 and a.email = 'igor@domograd.ru'`
const waiting = sql`select caller, phone_number_from, caller_digits from (${own}) c
  where caller is not null and day between ${FROM} and ${TO} group by caller
  having max(case when ${MISSED} then at end) > coalesce(max(case when ${REACHED} then at end), 0)`

/** Adds a conversation and a chat after the period for two of them. */
const reachTwo = async ({ database }: ApiServer) => {
  const { rows } = await sql<{ phone_number_from: string; caller_digits: string }>`${waiting}
    order by caller limit 2`.execute(database)
  const { rows: later } = await sql<{ id: number }>`select id from (${own}) c
    where day > ${TO} and status in (2, 9) group by status order by status`.execute(database)
  expect([rows.length, later.length]).toEqual([2, 2])
  for (const [nth, { id }] of later.entries()) {
    const { phone_number_from, caller_digits } = rows[nth]!
    const caller = { phone_number_from, caller_digits }
    await database.updateTable('contacts').set(caller).where('id', '=', id).execute()
  }
}

test('says of callers of a past period who was reached after it, as SQL does', async () => {
  const { user, api } = await openOverview(`?period=custom&date_from=${FROM}&date_to=${TO}`, {
    account: 'marketer',
    before: reachTwo,
  })
  await allLoaded()
  const { rows } = await sql<{ later: number; status: number }>`select min(c.at) as later, c.status
    from (${own}) c join (${waiting}) w on w.caller = c.caller
    where c.day > ${TO} and ${REACHED} group by c.caller`.execute(api.database)
  const expected = rows.map(({ later, status }) => {
    const day = new Date(later * 60_000).toISOString().slice(0, 10)
    const clock = { day, time: timeOf(later % 1440), hour: 0, utc: 0, offset: null }
    return `${status === 9 ? 'Wrote in a chat later' : 'Reached later'}, ${formatShortDateTime(clock)}`
  })
  expect(expected).toHaveLength(2)
  await user.click(buttonOf(/^All \d+$/, panel('Missed callers')))
  const notes = () =>
    within(document.querySelector<HTMLElement>('dialog[open]')!)
      .getAllByRole('listitem')
      .flatMap((row) => /(?:Reached|Wrote in a chat) later, \w+ \d+, \d\d:\d\d/.exec(words(row)) ?? [])
  await eventually(() => expect(notes().toSorted()).toEqual(expected.toSorted()))
})
