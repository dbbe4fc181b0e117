import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expirationDay } from './expiration.ts'

describe('expiration_date', () => {
  it.each([
    ['04.03.2027 23:59:59', '2027-03-04'],
    ['29.02.2028 00:00:00', '2028-02-29'],
    ['04.03.2027', '2027-03-04'],
    [' 04.03.2027  10:15 ', '2027-03-04'],
  ])('%s is the day %s', (written, day) => {
    expect(expirationDay(written)).toBe(day)
  })

  it.each([
    null,
    '',
    '2027-03-04T00:00:00+03:00',
    '4.3.2027 00:00:00',
    '31.02.2027 00:00:00',
    '00.01.2027 00:00:00',
    '03/04/2027',
    '04.03.2027 tomorrow',
    'never',
  ])('%s is no such day and stays as it is written', (written) => {
    expect(expirationDay(written)).toBeNull()
  })

  it('takes any day apart and puts it together again', () => {
    const day = fc.date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
    fc.assert(
      fc.property(day, (date) => {
        const iso = date.toISOString().slice(0, 10)
        const written = `${iso.split('-').toReversed().join('.')} ${date.toISOString().slice(11, 19)}`
        expect(expirationDay(written)).toBe(iso)
      }),
    )
  })
})
