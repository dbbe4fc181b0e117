/** @module-tag all */
// @vitest-environment jsdom
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { formatDuration } from '#/i18n/duration.ts'
import { words } from '#/test/page.ts'
import { eventually } from '#/test/render-app.tsx'
import { allLoaded, figure, openOverview, receipt } from '#/features/overview/page-testing.ts'

test('the average call is the median of the answered ones in SQL, and its receipt says their mean', async () => {
  const { api, user } = await openOverview('', { account: 'client' })
  await allLoaded()
  const { rows } = await sql<{ duration: number }>`
    select c.duration from contacts c join accounts a on a.id = c.account_id
    where a.email = 'info@severgroup.ru' and c.day between '2026-10-22' and '2026-11-20'
      and c.status = 2 and c.duration between 0 and 86400 order by 1`.execute(api.database)
  const durations = rows.map(({ duration }) => duration)
  const middle = durations.length / 2
  const median = (durations[Math.ceil(middle) - 1]! + durations[Math.floor(middle)]!) / 2
  const sum = durations.reduce((all, one) => all + one, 0)
  expect(formatDuration(sum / durations.length)).not.toBe(formatDuration(median))
  await user.click(figure(`Average call ${formatDuration(median)}`))
  await eventually(() =>
    expect(words(receipt())).toMatch(new RegExp(`Mean call.*= ${formatDuration(sum / durations.length)}`)),
  )
})
