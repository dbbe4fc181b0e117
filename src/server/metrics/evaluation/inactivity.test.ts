import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '#/test/runs.ts'
import { NORM_WEEKS, poissonAtMost, evaluateInactivity } from './inactivity.ts'

/** Evenly spread contacts per hour, from nine o'clock. */
const daily = (perHour: number, until = 24 * 60) =>
  Array.from({ length: 15 * perHour }, (_, index) => 9 * 60 + Math.floor((index * 60) / perHour)).filter(
    (minute) => minute < until,
  )
const weeksOf = (perHour: number) => Array.from({ length: NORM_WEEKS }, () => daily(perHour))
const TWO = 14 * 60

describe('probability of at most so many', () => {
  // Published table values of the Poisson distribution.
  it.each([
    [0, 1, 0.3679],
    [2, 2, 0.6767],
    [3, 5, 0.265],
    [4, 10, 0.0293],
    [10, 10, 0.583],
    [15, 20, 0.1565],
  ])('%i where %i are usual: %f', (count, mean, probability) => {
    expect(poissonAtMost(count, mean)).toBeCloseTo(probability, 4)
  })

  it('stays a probability, rises with the count and falls with the mean', () => {
    const mean = fc.double({ min: 0, max: 5_000, noNaN: true })
    fc.assert(
      fc.property(fc.nat(2_000), mean, fc.nat(50), mean, (count, usual, more, other) => {
        const probability = poissonAtMost(count, usual)
        expect(probability).toBeGreaterThanOrEqual(0)
        expect(probability).toBeLessThanOrEqual(1)
        expect(poissonAtMost(count + more, usual)).toBeGreaterThanOrEqual(probability - 1e-9)
        expect(poissonAtMost(count, usual + other)).toBeLessThanOrEqual(probability + 1e-9)
      }),
      runs(300, 5_000),
    )
  })
})

describe('an object', () => {
  it('with its usual day is normal', () => {
    expect(evaluateInactivity(TWO, daily(4, TWO), weeksOf(4))).toMatchObject({
      verdict: 'normal',
      contacts: 20,
      usual: 20,
      weeks: Array.from({ length: NORM_WEEKS }, () => 20),
    })
  })

  it('without anything today is silent, and so is one that stopped at eleven', () => {
    expect(evaluateInactivity(TWO, [], weeksOf(4))).toMatchObject({
      verdict: 'silent',
      last: null,
      usualSince: 20,
      look: 'pause',
    })
    const stopped = evaluateInactivity(TWO, daily(4, 11 * 60), weeksOf(4))
    expect(stopped).toMatchObject({
      verdict: 'silent',
      contacts: 8,
      last: 645,
      usualSince: 12,
      look: 'pause',
    })
    expect(stopped.probability).toBeCloseTo(Math.exp(-12), 8)
    expect(stopped.chance).toBe(2 * stopped.probability)
  })

  it('with few contacts and no long pause is judged by their count', () => {
    const few = evaluateInactivity(TWO, [560, 700, 800], weeksOf(4))
    expect(few).toMatchObject({ verdict: 'silent', look: 'count' })
    expect(few.probability).toBe(poissonAtMost(3, 20))
  })

  it('with a third less than usual and no long pause is left alone', () => {
    expect(evaluateInactivity(TWO, daily(3, TWO).slice(2), weeksOf(4)).verdict).toBe('normal')
  })

  it('so quiet that nothing at all would tell is not judged', () => {
    expect(evaluateInactivity(TWO, [], weeksOf(1)).verdict).toBe('too_quiet')
    expect(evaluateInactivity(TWO, [], []).verdict).toBe('too_few_weeks')
    expect(evaluateInactivity(TWO, [], weeksOf(9).slice(0, 3)).verdict).toBe('too_few_weeks')
  })

  it('is not judged by what comes later in the day, today or then', () => {
    const later = (minutes: readonly number[]) => minutes.filter((minute) => minute < TWO)
    const all = evaluateInactivity(TWO, daily(4), weeksOf(4))
    expect(all).toEqual(evaluateInactivity(TWO, later(daily(4)), weeksOf(4).map(later)))
  })

  it('shows the hours from the first usual one, and the hour that is not over as far as it went', () => {
    const { hours } = evaluateInactivity(TWO + 30, daily(4, 11 * 60), weeksOf(4))
    expect(hours.map(({ hour }) => hour)).toEqual([9, 10, 11, 12, 13, 14])
    expect(hours.map(({ contacts }) => contacts)).toEqual([4, 4, 0, 0, 0, 0])
    expect(hours.map(({ usual }) => usual)).toEqual([4, 4, 4, 4, 4, 2])
  })

  it('has hours that add up to its day, whatever came', () => {
    const minutes = fc.array(fc.nat(1439), { maxLength: 60 })
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1440 }),
        minutes,
        fc.array(minutes, { maxLength: NORM_WEEKS }),
        (now, today, weeks) => {
          const { hours, contacts, usual, weeks: counts, chance } = evaluateInactivity(now, today, weeks)
          const sum = (pick: 'contacts' | 'usual') => hours.reduce((total, hour) => total + hour[pick], 0)
          expect(sum('contacts')).toBe(contacts)
          expect(sum('usual')).toBeCloseTo(usual, 9)
          expect(counts.reduce((total, count) => total + count, 0)).toBeCloseTo(usual * weeks.length, 9)
          expect(chance).toBeGreaterThanOrEqual(0)
          expect(chance).toBeLessThanOrEqual(1)
        },
      ),
      runs(300, 5_000),
    )
  })
})
