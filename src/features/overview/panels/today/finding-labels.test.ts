import { expect, test } from 'vitest'
import type { Finding } from '#/analytics/evaluation/findings.ts'
import type { KnownExpiryForecast } from '#/analytics/evaluation/expiry-forecast.ts'
import { findingDetail } from './finding-labels.ts'

const stops = (reason: KnownExpiryForecast['reason'], daysLeft: number): Finding => ({
  is: 'stopping_object',
  cost: 1,
  object: { oid: 'a', title: 'Shop', daily: 3, inactivity: null, expiryForecast: null },
  expiryForecast: {
    state: daysLeft < 0 ? 'stopped' : 'ahead',
    day: '2026-11-25',
    daysLeft,
    reason,
  } as KnownExpiryForecast,
})

test.each([
  ['sessions', 5, 'Sessions run out in 5 days'],
  ['sessions', 1, 'Sessions run out in 1 day'],
  ['sessions', 0, 'Sessions run out today'],
  ['sessions', -1, 'Sessions have run out'],
  ['expiry', 5, 'The paid period ends in 5 days'],
  ['expiry', 0, 'The paid period ends today'],
  ['expiry', -3, 'The paid period has ended'],
] as const)('an object that stops says why and when: %s in %i days', (reason, daysLeft, words) => {
  expect(findingDetail(stops(reason, daysLeft))).toBe(words)
})
