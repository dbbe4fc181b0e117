import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '#/test/runs.ts'
import { correctTogether, compareVerdict, type PaidTally, type TargetTally } from './verdicts.ts'

const tally = (contacts: number, target: number): TargetTally => ({ contacts, target })
const paid = (contacts: number, target: number, amount: number): PaidTally => ({ contacts, target, amount })
const plus = (a: TargetTally, b: TargetTally): TargetTally =>
  tally(a.contacts + b.contacts, a.target + b.target)
const beside = (own: TargetTally, rest: TargetTally) => compareVerdict(own, plus(own, rest)).verdict

/** The ends of Wilson's range, solved independently. */
const ends = (hits: number, of: number): [number, number] => {
  const z = 1.959963984540054
  const p = hits / of
  const root = z * Math.sqrt((p * (1 - p) + (z * z) / (4 * of)) / of)
  const middle = p + (z * z) / (2 * of)
  const scale = 1 + (z * z) / of
  return [(middle - root) / scale, (middle + root) / scale]
}

describe('a verdict by the target rate', () => {
  const REST = tally(1000, 380) // 35.0%–41.1%

  it('stops what is at best half as good as the others at worst', () => {
    expect(beside(tally(100, 8), REST)).toBe('stop') // up to 15.0%, half of 35.0% is 17.5%
    expect(beside(tally(100, 11), REST)).toBe('watch') // up to 18.6%
  })

  it('stops nothing of fewer than 30 contacts, however bad', () => {
    expect(beside(tally(30, 0), REST)).toBe('stop') // up to 11.4%
    expect(beside(tally(29, 0), REST)).toBe('watch')
  })

  it('asks for more of what is better beyond chance, keeps what is about as good', () => {
    expect(beside(tally(150, 80), REST)).toBe('more') // from 45.4%
    expect(beside(tally(400, 150), REST)).toBe('keep') // from 32.9%
    expect(beside(tally(200, 65), REST)).toBe('keep') // from 26.4%; three quarters of 35.0% are 26.3%
    expect(beside(tally(200, 64), REST)).toBeNull() // from 25.9%
  })

  it('is none where the range is too wide, contacts too few, or there is no other row to be judged beside', () => {
    expect(compareVerdict(tally(41, 10), plus(tally(41, 10), REST))).toMatchObject({
      verdict: null,
      why: 'too_wide',
    })
    expect(compareVerdict(tally(14, 14), plus(tally(14, 14), REST))).toMatchObject({
      verdict: null,
      why: 'too_few',
    })
    expect(compareVerdict(tally(500, 200), tally(510, 202))).toMatchObject({
      verdict: null,
      why: 'others_too_few',
    })
    expect(beside(tally(100, 0), tally(1000, 0))).toBeNull()
  })
})

describe('a verdict by the plan', () => {
  // 250 each, between 192 and 332.
  const own = paid(200, 40, 10_000)
  const besidePlan = (cost: number, of: PaidTally = own) =>
    compareVerdict(of, plus(of, tally(1000, 900)), { own: of, whole: null, planned: { cost } })

  it('is beside what a target contact may cost, whatever the others are like', () => {
    expect(besidePlan(340).verdict).toBe('more')
    expect(besidePlan(330).verdict).toBe('keep')
    expect(besidePlan(250).verdict).toBe('keep') // three quarters of 1 ÷ 250 are 1 ÷ 333
    expect(besidePlan(190).verdict).toBe('watch')
    expect(besidePlan(95).verdict).toBe('stop') // twice 95 is less than 192
    expect(besidePlan(240)).toMatchObject({ verdict: null, why: 'too_wide', by: 'plan', others: null })
  })

  it('stops nothing of fewer than 30 contacts, and is none without what was paid or with too few', () => {
    expect(besidePlan(1, paid(29, 1, 10_000)).verdict).toBe('watch')
    expect(besidePlan(1, paid(14, 1, 10_000)).by).toBe('rate')
    expect(
      compareVerdict(own, plus(own, tally(1000, 900)), { own: null, whole: null, planned: { cost: 1 } }).by,
    ).toBe('rate')
  })
})

describe('a verdict by cost', () => {
  const verdictBy = (own: PaidTally, rest: PaidTally) =>
    compareVerdict(own, plus(own, rest), {
      own,
      whole: { ...plus(own, rest), amount: own.amount + rest.amount },
    })

  it('takes the place of that by rate: a worse rate is worth more when it is cheap', () => {
    const [own, rest] = [paid(200, 40, 10_000), paid(400, 160, 400_000)]
    expect(beside(own, rest)).toBe('watch')
    expect(verdictBy(own, rest)).toMatchObject({ verdict: 'more', by: 'cost' })
  })

  it('stops what costs at the least twice what the others cost at the most', () => {
    // 39,333 each, at least 118,000 ÷ (60 × 13.9%) = 14,100; the others at most 400,000 ÷ (400 × 35.3%) = 2,833.
    expect(verdictBy(paid(60, 3, 118_000), paid(400, 160, 400_000)).verdict).toBe('stop')
    expect(verdictBy(paid(29, 1, 118_000), paid(400, 160, 400_000)).verdict).toBe('watch')
  })

  it('is by rate where the cost of one side is not known', () => {
    const own = paid(100, 8, 5_000)
    expect(compareVerdict(own, tally(1100, 388), { own, whole: own })).toMatchObject({
      verdict: 'stop',
      by: 'rate',
    })
    expect(compareVerdict(own, tally(1100, 388), { own: null, whole: paid(900, 300, 9) }).by).toBe('rate')
    expect(
      compareVerdict(own, tally(1100, 388), { own: { ...own, amount: 0 }, whole: paid(900, 300, 9) }).by,
    ).toBe('rate')
  })
})

describe('every verdict', () => {
  const some = fc.tuple(fc.nat(400), fc.nat(400)).map(([a, b]) => tally(Math.max(a, b), Math.min(a, b)))

  it('is what a recount by hand says', () => {
    fc.assert(
      fc.property(some, some, (own, rest) => {
        const verdict = beside(own, rest)
        if (own.contacts < 15 || rest.contacts < 15) {
          expect(verdict).toBeNull()
          return
        }
        const [low, high] = ends(own.target, own.contacts)
        const [restLow, restHigh] = ends(rest.target, rest.contacts)
        // At the edge both solutions may differ in the last digit.
        const edges = [low - restHigh, high - restLow / 2, high - restLow, low - restLow * 0.75]
        if (edges.some((edge) => Math.abs(edge) < 1e-9)) return
        const expected =
          low > restHigh
            ? 'more'
            : high < restLow / 2 && own.contacts >= 30
              ? 'stop'
              : high < restLow
                ? 'watch'
                : restLow > 1e-12 && low >= restLow * 0.75
                  ? 'keep'
                  : null
        expect(verdict).toBe(expected)
      }),
      runs(500, 20_000),
    )
  })

  it('never praises a source that is worse than the others, nor blames one that is better', () => {
    fc.assert(
      fc.property(some, some, (own, rest) => {
        const verdict = beside(own, rest)
        const [a, b] = [own.target * rest.contacts, rest.target * own.contacts]
        if (verdict === 'more') expect(a).toBeGreaterThan(b)
        if (verdict === 'stop' || verdict === 'watch') expect(a).toBeLessThan(b)
      }),
      runs(300, 10_000),
    )
  })

  it('by cost depends on no currency: twice the money for all changes nothing', () => {
    fc.assert(
      fc.property(
        some,
        some,
        fc.integer({ min: 1, max: 9999 }),
        fc.integer({ min: 1, max: 9999 }),
        (a, b, x, y) => {
          const verdictAt = (factor: number) => {
            const own = { ...a, amount: x * factor }
            return compareVerdict(a, plus(a, b), {
              own,
              whole: { ...plus(a, b), amount: own.amount + y * factor },
            })
          }
          expect(verdictAt(4).verdict).toBe(verdictAt(1).verdict)
          expect(verdictAt(4).by).toBe(verdictAt(1).by)
        },
      ),
      runs(200, 5_000),
    )
  })
})

describe('verdicts of one page', () => {
  /** One of several others, which are alike and together as large. */
  const sources = (count: number, own: PaidTally): PaidTally[] => [
    own,
    ...Array.from({ length: count }, () => paid(4_000 / count, 1_200 / count, 40_000 / count)),
  ]
  const sum = (all: readonly PaidTally[]) =>
    all.reduce((a, b) => ({
      contacts: a.contacts + b.contacts,
      target: a.target + b.target,
      amount: a.amount + b.amount,
    }))
  const verdictIn = (by: 'rate' | 'cost' | 'plan', all: readonly PaidTally[]) => {
    const whole = sum(all)
    const verdicts = all.map((own) =>
      compareVerdict(
        own,
        whole,
        by === 'rate'
          ? undefined
          : { own, whole, planned: by === 'plan' ? { cost: whole.amount / whole.target } : null },
      ),
    )
    return [verdicts[0]!.verdict, correctTogether(verdicts).verdicts[0]]
  }

  it.each(['rate', 'cost', 'plan'] as const)(
    'are taken back by %s where one of many stands out by chance, and stay where it does not',
    (by) => {
      const good = paid(100, 44, 1_000)
      expect(verdictIn(by, sources(2, good))).toMatchObject(['more', { verdict: 'more', why: null }])
      expect(verdictIn(by, sources(40, good))).toMatchObject(['more', { verdict: 'keep', why: null }])
      expect(verdictIn(by, sources(40, paid(100, 60, 1_000)))[1]).toMatchObject({ verdict: 'more' })
      const bad = paid(100, 17, 1_000)
      expect(verdictIn(by, sources(2, bad))).toMatchObject(['watch', { verdict: 'watch' }])
      expect(verdictIn(by, sources(40, bad))).toMatchObject(['watch', { verdict: null, why: 'too_wide' }])
      expect(verdictIn(by, sources(40, paid(100, 2, 1_000)))[1]).toMatchObject({ verdict: 'stop' })
    },
  )
})
