import { expect, test } from 'vitest'
import { evaluateInactivity } from '#/server/metrics/evaluation/inactivity.ts'
import { setLocale } from '#/i18n/locale.ts'
import { chanceText, insteadText, oneInText, todayText, usualText } from './inactivity-labels.ts'

setLocale('en')
const TWO = 14 * 60
const week = Array.from({ length: 18 }, (_, index) => 9 * 60 + index * 16)
const weeks = Array.from({ length: 8 }, () => week)
const words = (today: readonly number[]) => {
  const inactivity = evaluateInactivity(TWO, today, weeks)
  return `${todayText(inactivity)}, ${insteadText(inactivity)}`
}

test('nothing today counts from the first usual hour, a pause from the last contact, else the count tells', () => {
  expect(words([])).toBe('0 since 09:00, usually 18 by now')
  expect(words(week.filter((minute) => minute < 11 * 60))).toBe('0 since 10:52, usually 10 since then')
  expect(words([560, 700, 830])).toBe('3 today, usually 18 by now')
})

test('means keep a tenth below ten', () => {
  expect([0.04, 5.44, 9.94, 9.96, 65.125].map(usualText)).toEqual(['0', '5.4', '9.9', '10', '65'])
})

test('chances have two digits and an end', () => {
  expect(chanceText(1 / 12_345)).toBe('about 1 in 12,000 by chance')
  expect(chanceText(1 / 137)).toBe('about 1 in 140 by chance')
  expect(chanceText(1e-6)).toBe('about 1 in 1,000,000 by chance')
  expect(chanceText(9e-7)).toBe('less than 1 in a million by chance')
  expect([oneInText(0), oneInText(0.0058)]).toEqual(['less than 1 in a million', '1 in 170'])
  expect([oneInText(1), oneInText(0.4)]).toEqual(['1 in 1', '1 in 3'])
})
