import { expect, test } from 'vitest'
import { append, createDataset } from '#/server/metrics/columns/dataset.ts'
import { listedCall } from '#/contract/call.ts'
import { DAY_MINUTES, dayNumber, dayText } from '#/contract/day.ts'
import type { AlertFacts } from './facts.ts'
import type { AlertState } from './readings.ts'
import { evaluateNow, type ReplayedRule } from './replay.ts'

/** Codes of the API document, 3.2. */
const [ANSWERED, MISSED] = [2, 3]
/** Days are told from this one, which is 0. */
const FIRST = dayNumber('2026-11-20')
const DAYS = Array.from({ length: 14 }, (_, nth) => nth - 2)
const RULE: ReplayedRule = {
  kind: 'missed_rate',
  threshold: 20,
  min_calls: 1,
  readings: 1,
  at_most: 'daily',
  quiet: null,
}

const at = (day: number, hour = 9) => (FIRST + day) * DAY_MINUTES + hour * 60

/**
 * Ten calls a day.
 * @param bad days whose calls are missed
 * @param until when contacts were read last
 */
const factsOf = (bad: readonly number[], until: number): AlertFacts => {
  const data = createDataset()
  append(
    data,
    DAYS.flatMap((day) =>
      Array.from({ length: 10 }, (_, nth) =>
        listedCall.lenient.parse({
          id: (day + 2) * 10 + nth,
          obj_oid: 'a',
          date: `${dayText(FIRST + day)}T${10 + nth}:00:00+00:00`,
          status: bad.includes(day) ? MISSED : ANSWERED,
          call_type: { id: 1, name: 'First' },
        }),
      ),
    ),
  )
  return {
    data,
    objects: null,
    days: new Map(
      DAYS.map((day) => [
        FIRST + day,
        { isComplete: true, isFailed: false, unreadable: 0, hasFormerCallers: false },
      ]),
    ),
    drift: new Map(),
    offset: 0,
    until,
    handled: new Map(),
    plans: [],
    chosen: null,
  }
}

/** The days that each evaluation tells; null: it has judged nothing. */
const notifiedMoments = (
  bad: readonly number[],
  evaluations: readonly { readonly moment: number; readonly until?: number }[],
  { changedAt = 0, ...rule }: Partial<ReplayedRule> & { readonly changedAt?: number } = {},
) => {
  let state: AlertState = new Map()
  let evaluatedAt: number | null = null
  return evaluations.map(({ moment, until = moment }) => {
    const present = { moment, evaluatedAt, changedAt, since: 0 }
    const found = evaluateNow(factsOf(bad, until), { ...RULE, ...rule }, state, present)
    if (found === null) return null
    ;({ state } = found)
    evaluatedAt = moment
    return found.incidents.map((one) => Math.floor(one.moment / DAY_MINUTES) - FIRST - 1)
  })
}

test('a day that is not read at nine is judged when it has been read', () => {
  const evaluations = [{ moment: at(0) }, { moment: at(1), until: at(0, 18) }, { moment: at(1, 12) }]
  expect(notifiedMoments([0], evaluations)).toEqual([[], null, [0]])
})

test('a day counts once, however often it is looked at and whatever is not read', () => {
  const evaluations = [{ moment: at(1) }, { moment: at(1, 12) }, { moment: at(2), until: at(1, 18) }]
  expect(notifiedMoments([0], evaluations, { readings: 2 })).toEqual([[], null, null])
})

test('days that were not read on theirs are judged with the next, each by itself and in a row', () => {
  const evaluations = [{ moment: at(0) }, { moment: at(1), until: at(0, 18) }, { moment: at(2) }]
  expect(notifiedMoments([0], evaluations)).toEqual([[], null, [0]])
  expect(notifiedMoments([0, 1], evaluations, { readings: 2 })).toEqual([[], null, [1]])
  expect(notifiedMoments([1], evaluations)).toEqual([[], null, [1]])
})

test('of a longer time a week is judged, and nothing of the time before the alert was changed', () => {
  const evaluations = [{ moment: at(0) }, { moment: at(9) }]
  expect(notifiedMoments([0], evaluations)).toEqual([[], []])
  expect(notifiedMoments([1], evaluations)).toEqual([[], [1]])
  expect(notifiedMoments([1], evaluations, { changedAt: at(3, 12) })).toEqual([[], []])
  expect(notifiedMoments([8], evaluations, { changedAt: at(3, 12) })).toEqual([[], [8]])
})

test('a moment after which nothing was read is not judged again', () => {
  const silent = { kind: 'silent', at_most: 'hourly', readings: 3 } as const
  const evaluations = [10, 11, 12].map((hour) => ({ moment: at(1, hour), until: at(1, 10) }))
  expect(notifiedMoments([], [...evaluations, { moment: at(1, 13) }], silent)).toEqual([[], null, null, []])
})

test('trouble of reading is told while there is some', () => {
  const facts = factsOf([], at(0, 12))
  const failed = { isComplete: false, isFailed: true, unreadable: 0, hasFormerCallers: false }
  const days = new Map([...facts.days].filter(([day]) => day < FIRST)).set(FIRST, failed)
  const found = evaluateNow({ ...facts, days }, { ...RULE, kind: 'trouble' }, new Map(), {
    moment: at(1),
    evaluatedAt: at(0),
    changedAt: 0,
    since: 0,
  })
  expect(found?.incidents.map(({ subject }) => subject)).toEqual(['reading'])
})
