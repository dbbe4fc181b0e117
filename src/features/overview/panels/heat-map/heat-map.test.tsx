/** @module-tag all */
// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { allLoaded, openOverview, panel } from '#/features/overview/page-testing.ts'
import type { ApiServer } from '#/test/api-server.ts'
import { words } from '#/test/page.ts'
import { eventually } from '#/test/render-app.tsx'

const IN_BLOCKS = ['2025-10-01', '2026-11-16'] as const
const IN_MARGINS = ['2026-08-01', '2026-11-16'] as const

/** Calls and missed calls of the client's objects by the three hours of a weekday, the weekday and the hour they came in. */
const callsBy = async ({ database }: ApiServer, [from, to]: readonly [string, string]) => {
  const calls = await database
    .selectFrom('contacts')
    .innerJoin('accounts', 'accounts.id', 'contacts.account_id')
    .where('accounts.email', '=', 'info@severgroup.ru')
    .where('day', '>=', from)
    .where('day', '<=', to)
    .where('status', 'in', [1, 2, 3, 4, 5, 6, 7, 17])
    .select(['status', 'occurred_at', 'utc_offset'])
    .execute()
  const count = (parts: number, partOf: (weekday: number, hour: number) => number) => {
    const counts = Array.from({ length: parts }, () => [0, 0] as [missed: number, calls: number])
    for (const { status, occurred_at, utc_offset } of calls) {
      const there = new Date(occurred_at + utc_offset * 60_000)
      const part = counts[partOf((there.getUTCDay() + 6) % 7, there.getUTCHours())]!
      if (status !== 2 && status !== 17) part[0]++
      part[1]++
    }
    return counts
  }
  return {
    blocks: count(7 * 8, (weekday, hour) => weekday * 8 + Math.floor(hour / 3)),
    weekdays: count(7, (weekday) => weekday),
    hours: count(24, (_, hour) => hour),
  }
}
/** Cells with too few calls show only their number. */
const missedIn = (label: string) =>
  [...panel('Heat map').querySelectorAll<HTMLElement>(`table[aria-label="${label}"] tbody td > *`)].map(
    ({ ariaLabel }) => {
      const text = ariaLabel!.split(': ')[1]!
      const [, few] = /^(\d+) calls?, too few/.exec(text) ?? []
      const [, missed, of] = /^(\d+) missed ÷ (\d+) calls = /.exec(text) ?? []
      return text === 'no calls' ? 0 : few === undefined ? [Number(missed), Number(of)] : Number(few)
    },
  )
const rateTexts = (counts: readonly (readonly [missed: number, calls: number])[]) =>
  counts.map(([missed, calls]) => (calls < 15 ? calls : [missed, calls]))

test('of few calls the heat map says blocks of three hours, of fewer weekdays and hours, as SQL counts them', async () => {
  const daysOf = ([from, to]: readonly [string, string]) =>
    `?date_from=${from}&date_to=${to}&compare=none&heat_metric=missed_rate`
  const map = () => words(panel('Heat map'))
  const { api, open: reopen } = await openOverview(daysOf(IN_BLOCKS), { account: 'client' })
  await eventually(() => expect(map()).toContain('blocks of three hours instead'))
  await allLoaded()
  const { blocks } = await callsBy(api, IN_BLOCKS)
  expect(blocks.some(([, calls]) => calls >= 15)).toBe(true)
  await eventually(() => expect(missedIn('Missed rate by weekday and hour')).toEqual(rateTexts(blocks)))

  reopen(`/overview${daysOf(IN_MARGINS)}`)
  await eventually(() => expect(map()).toContain('weekdays, and the 24 hours over all days'))
  await allLoaded()
  const { weekdays, hours } = await callsBy(api, IN_MARGINS)
  await eventually(() => expect(missedIn('Missed rate: Weekday')).toEqual(rateTexts(weekdays)))
  expect(missedIn('Missed rate: Hour')).toEqual(rateTexts(hours))
})
