import fc from 'fast-check'
import { expect, test } from 'vitest'
import { afterEvaluations, type Reading } from './readings.ts'

const reading = (subject: string, is: Reading['is']): Reading => ({
  subject,
  is,
  oid: null,
  value: 0,
  of: null,
  usual: null,
})

/** b: bad, w: well, u: unknown, -: missing, 0: nothing known of any. */
const notifiedAt = (evaluations: string, needed: number) =>
  afterEvaluations(
    (moment) =>
      evaluations[moment] === '0'
        ? null
        : evaluations[moment] === '-'
          ? []
          : [
              reading(
                'a',
                evaluations[moment] === 'b' ? 'bad' : evaluations[moment] === 'w' ? 'well' : 'unknown',
              ),
            ],
    Array.from(evaluations, (_, moment) => moment),
    needed,
  ).incidents.map(({ moment }) => moment)

test.each<[string, number, number[]]>([
  ['bbbb', 1, [0]],
  ['wbwbb', 1, [1, 3]],
  ['bbbb', 3, [2]],
  ['bbwbbb', 3, [5]],
  // Unknown neither counts nor ends a series.
  ['bubub', 3, [4]],
  ['bubb', 1, [0]],
  ['b0b', 1, [0]],
  // A missing subject is dropped.
  ['b-b', 1, [0, 2]],
  ['wwww', 1, []],
])('%s, %i in a row: told at %j', (evaluations, needed, notified) => {
  expect(notifiedAt(evaluations, needed)).toEqual(notified)
})

test('whatever comes: told only after so many bad looks in a row, and once until it has been well', () => {
  const evaluations = fc.string({ unit: fc.constantFrom('b', 'w', 'u'), maxLength: 60 })
  fc.assert(
    fc.property(evaluations, fc.integer({ min: 1, max: 5 }), (text, needed) => {
      // Without unknown ones: series of bad evaluations, each notified at its needed one.
      const known = Array.from(text, (is, moment) => ({ is, moment })).filter(({ is }) => is !== 'u')
      const expected: number[] = []
      let run = 0
      for (const { is, moment } of known) {
        run = is === 'b' ? run + 1 : 0
        if (run === needed) expected.push(moment)
      }
      expect(notifiedAt(text, needed)).toEqual(expected)
    }),
  )
})

test('looked at in two parts it tells the same as in one', () => {
  const evaluations = fc.array(
    fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.constantFrom('bad', 'well', 'unknown')),
    { maxLength: 30 },
  )
  fc.assert(
    fc.property(evaluations, fc.nat(30), fc.integer({ min: 1, max: 4 }), (all, cut, needed) => {
      const look = (moment: number) =>
        Object.entries(all[moment]!).map(([subject, is]) => reading(subject, is))
      const moments = all.map((_, moment) => moment)
      const whole = afterEvaluations(look, moments, needed)
      const first = afterEvaluations(look, moments.slice(0, cut), needed)
      const second = afterEvaluations(look, moments.slice(cut), needed, new Map(first.state))
      expect([...first.incidents, ...second.incidents]).toEqual(whole.incidents)
      expect(second.state).toEqual(whole.state)
    }),
  )
})
