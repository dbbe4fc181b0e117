/** @module-tag all */
// @vitest-environment jsdom
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { words } from '#/test/page.ts'
import { eventually } from '#/test/render-app.tsx'
import { allLoaded, figure, openOverview, receipt } from '#/features/overview/page-testing.ts'

test('the target rate’s receipt says it of marked contacts and of answered calls too, as SQL counts', async () => {
  const { api, user } = await openOverview('', { account: 'client' })
  await allLoaded()
  const { rows } = await sql<{ target: number; marked: number; of_answered: number; answered: number }>`
    select sum(target = 1) as target, count(target) as marked, sum(status = 2 and target = 1) as of_answered,
      sum(status = 2) as answered
    from contacts c join accounts a on a.id = c.account_id
    where a.email = 'info@severgroup.ru' and c.day between '2026-10-22' and '2026-11-20'`.execute(
    api.database,
  )
  const { target, marked, of_answered: ofAnswered, answered } = rows[0]!
  const expectReceipt = (part: number, whole: number) =>
    `${((100 * part) / whole).toFixed(1)}%, ${part} of ${whole} contacts`
  await user.click(figure(/^Target rate/))
  await eventually(() =>
    expect(words(receipt())).toContain(`Of marked contacts${expectReceipt(target, marked)}`),
  )
  expect(words(receipt())).toContain(`Of answered calls${expectReceipt(ofAnswered, answered)}`)
})
