import { describe, expect, it, test } from 'vitest'
import { forecastExpiry } from '#/analytics/evaluation/expiry-forecast.ts'
import { obj, type ObjRead } from '#/contract/object.ts'
import { setLocale } from '#/i18n/locale.ts'
import { expiryForecastReceipt } from './expiry-forecast-receipt.tsx'
import { expiryForecastLabel, expiryForecastTone } from './expiry-forecast-labels.ts'

setLocale('en')

const TODAY = '2026-11-20'
const expiryForecastOf = (fields: Partial<ObjRead>) => {
  const found = forecastExpiry({ ...obj.lenient.parse({ oid: 'o' }), is_tracking: true, ...fields }, TODAY)
  if (found.state === 'unknown') throw new Error(found.why)
  return found
}
/** 100 a day. */
const counted = (left: number): Partial<ObjRead> => ({
  sessions_used: 3000,
  sessions: 3000 + left,
  sessions_reset_date: '2026-10-21',
})
const paidUntil = (expiration_date: string): Partial<ObjRead> => ({ expiration_date })

test.each([
  [counted(620), 'Lasts until Nov 26, 2026, 6 days, sessions', '620 left ÷ 100 a day = 6.2 days'],
  // Rounded down.
  [counted(699), 'Lasts until Nov 26, 2026, 6 days, sessions', '699 left ÷ 100 a day = 6.9 days'],
  // Without a reset date, the rate of the last thirty days.
  [
    { ...counted(620), sessions_reset_date: null },
    'Lasts until Nov 26, 2026, 6 days, sessions, assumed 30-day cycle',
    '620 left ÷ 100 a day = 6.2 days',
  ],
  [counted(100), 'Lasts until Nov 21, 2026, 1 day, sessions', '100 left ÷ 100 a day = 1 day'],
  [counted(0), 'Lasts until Nov 20, 2026, today, sessions', '3,000 used of 3,000: none left'],
  [counted(-5), 'Lasts until Nov 20, 2026, today, sessions', '3,000 used of 2,995: none left'],
  [
    paidUntil('03.12.2026 00:00:00'),
    'Lasts until Dec 3, 2026, 13 days, paid period',
    'Dec 3, 2026 − Nov 20, 2026 = 13 days',
  ],
  [
    paidUntil('15.11.2026 00:00:00'),
    'Lasts until Nov 15, 2026, 5 days ago, paid period',
    'Nov 20, 2026 − Nov 15, 2026 = 5 days',
  ],
  [paidUntil('19.02.2027 00:00:00'), 'Lasts more than 90 days', 'Feb 19, 2027 − Nov 20, 2026 = 91 days'],
])('%o is “%s”, by “%s”', (fields, label, formula) => {
  const found = expiryForecastOf(fields)
  expect(expiryForecastLabel(found)).toBe(label)
  expect(expiryForecastReceipt(found).formula).toBe(formula)
})

test('red is within a week, amber within three', () => {
  const tones = [0, 7, 8, 21, 22].map((days) => expiryForecastTone(expiryForecastOf(counted(days * 100))))
  expect(tones).toEqual(['missed', 'missed', 'warning', 'warning', 'neutral'])
})

describe('the receipt', () => {
  const inputsOf = (fields: Partial<ObjRead>) =>
    Object.fromEntries(
      expiryForecastReceipt(expiryForecastOf(fields)).inputs.map(({ label, value }) => [label, value]),
    )

  it('says which end comes first, and by how much', () => {
    const { notes } = expiryForecastReceipt(
      expiryForecastOf({ ...counted(620), ...paidUntil('27.11.2026 00:00:00') }),
    )
    expect(notes[0]).toBe('Sessions end 1 day before the paid period.')
    const later = expiryForecastReceipt(
      expiryForecastOf({ ...counted(2000), ...paidUntil('27.11.2026 00:00:00') }),
    )
    expect(later.notes[0]).toBe('The paid period ends 13 days before the sessions.')
  })

  it('says what is not known', () => {
    const { notes } = expiryForecastReceipt(
      expiryForecastOf({ ...counted(620), ...paidUntil('never'), is_tracking: null }),
    )
    expect(notes).toContain('The paid-until date could not be read: only sessions are counted.')
    expect(notes).toContain('The service does not say whether tracking is on.')
    expect(inputsOf(paidUntil('27.11.2026 00:00:00'))['Sessions used']).toBe('The service gave no count')
    expect(inputsOf({ ...paidUntil('27.11.2026 00:00:00'), sessions_used: 5 })['Sessions used']).toBe(
      '5. The service gave no limit',
    )
  })

  it('says that the count of sessions is reset before they run out', () => {
    expect(
      inputsOf({
        ...counted(1000),
        ...paidUntil('27.11.2026 00:00:00'),
        sessions_reset_date: '2026-11-25T00:00:00+03:00',
      }),
    ).toMatchObject({
      'Next reset': 'Nov 25, 2026',
      'Sessions end': 'Not before the next reset',
    })
    expect(
      inputsOf({ ...counted(1000), ...paidUntil('27.11.2026 00:00:00'), sessions_used: 0 })['Sessions end'],
    ).toBe('Not at this pace')
  })
})
