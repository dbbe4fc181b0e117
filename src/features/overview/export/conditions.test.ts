import { beforeEach, expect, test } from 'vitest'
import { dayNumber } from '#/contract/day.ts'
import { setLocale } from '#/i18n/locale.ts'
import { conditionPeriodLabel, conditionsOf, conditionLabel } from './conditions.ts'
import { exportContext } from './panel-testing.ts'

beforeEach(() => setLocale('en'))

const plain = (written: string | null) => written?.replaceAll(/\s/g, ' ')

/** Twenty days, the last one until this minute. */
const until = (minute: number) => {
  const context = exportContext()
  const { overview } = context
  const now = { day: dayNumber('2026-11-20'), minute, offset: 180 }
  return { ...context, overview: { ...overview, question: { ...overview.question, now } } }
}

test('a day that is not over is until one time in the list of contacts, in files and under pictures', () => {
  const context = until(6 * 60 + 40)
  const period = 'Nov 1 – 20, 2026, the last day until 06:40'
  // Same format as in the contact list.
  expect(plain(conditionPeriodLabel(context.overview))).toBe(period)
  expect(plain(conditionLabel(context))).toContain(period)
  const lines = conditionsOf(context).map(({ name, value }) => [name, plain(value)])
  expect(lines).toContainEqual(['Period', period])
  expect(lines).toContainEqual(['Compared with', 'Oct 1 – 20, 2026, the last day until 06:40'])
})

test('days that are over have no such time', () => {
  const context = exportContext()
  expect(plain(conditionPeriodLabel(context.overview))).toBe('Nov 1 – 20, 2026')
  expect(conditionsOf(context).filter(({ value }) => value.includes('until'))).toEqual([])
})
