import { expect, test } from 'vitest'
import { createReadings, type AccountReading } from './account-reading.ts'

test('forgets the idle accounts that were used longest ago, and none that is being read', () => {
  const busy = new Set(['account 0'])
  const begun: string[] = []
  const readings = createReadings((account) => {
    begun.push(account)
    return { isIdle: () => !busy.has(account) } as AccountReading
  })
  for (let nth = 0; nth < 3_000; nth++) {
    readings.of(`account ${nth}`)
    readings.of('account 1')
  }
  const before = begun.length
  for (const account of ['account 0', 'account 1', 'account 2999']) readings.of(account)
  expect(begun).toHaveLength(before)
  readings.of('account 2')
  expect(begun).toHaveLength(before + 1)
  expect(readings.count()).toBe(1)
})
