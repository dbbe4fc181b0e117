import { describe, expect, it } from 'vitest'
import { append, createDataset } from '#/server/metrics/columns/dataset.ts'
import { listedCall } from '#/contract/call.ts'
import { DAY_MINUTES, dayNumber, dayText } from '#/contract/day.ts'
import type { AlertFacts } from './facts.ts'
import { missedCallers, waitingCallers } from './of-callers.ts'
import { belowUsual, missedRate } from './of-days.ts'
import { silentObjects } from './of-objects.ts'
import { planBehind } from './of-plans.ts'
import type { Evaluation } from './readings.ts'

/** Codes of the API document, 3.2. */
const [ANSWERED, MISSED] = [2, 3]
const TODAY = dayNumber('2026-11-20')
const NOW = TODAY * DAY_MINUTES + 20 * 60
/** Ten weeks with ten answered contacts a day, and one missed each yesterday and today. */
const WEEKS = 10
const calls = Array.from({ length: WEEKS * 7 + 1 }, (_, back) => back).flatMap((back) =>
  Array.from({ length: back < 2 ? 1 : 10 }, (_, nth) =>
    listedCall.lenient.parse({
      id: back * 100 + nth + 1,
      obj_oid: 'a',
      date: `${dayText(TODAY - back)}T${String(9 + nth).padStart(2, '0')}:00:00+00:00`,
      phone_number_from: `7900${back}0${nth}`,
      caller: `7900${back}0${nth}`,
      status: back < 2 ? MISSED : ANSWERED,
      call_type: { id: 1, name: 'First' },
    }),
  ),
)

const factsOf = (
  isUnread: (back: number) => boolean,
  isFormer: (back: number) => boolean = () => false,
): AlertFacts => {
  const data = createDataset()
  append(data, calls)
  return {
    data,
    objects: null,
    days: new Map(
      Array.from({ length: WEEKS * 7 + 1 }, (_, back) => [
        TODAY - back,
        {
          isComplete: !isUnread(back),
          isFailed: isUnread(back),
          unreadable: 0,
          hasFormerCallers: isFormer(back),
        },
      ]),
    ),
    drift: new Map(),
    offset: 0,
    until: NOW,
    handled: new Map(),
    plans: [{ month: '2026-11', oid: null, field: 'contacts', planned: 10_000 }],
    chosen: null,
  }
}

const KINDS: Readonly<Record<string, (facts: AlertFacts) => Evaluation>> = {
  'missed rate': (facts) => missedRate(facts, { threshold: 10, min_calls: 1 }),
  'below usual': (facts) => belowUsual(facts, { threshold: 20, min_calls: null }),
  'silent objects': silentObjects,
  'plan behind': planBehind,
  'missed callers': missedCallers,
  'waiting callers': (facts) => waitingCallers(facts, { threshold: 30, min_calls: null }),
}
const badOf = (look: Evaluation) => (look(NOW) ?? []).filter(({ is }) => is === 'bad').length

describe.each(Object.entries(KINDS))('%s', (_, lookOf) => {
  it('fires when all days are read', () => {
    expect(badOf(lookOf(factsOf(() => false)))).toBeGreaterThan(0)
  })

  it('does not fire on days that could not be read', () => {
    expect(badOf(lookOf(factsOf((back) => back < 2)))).toBe(0)
  })
})

it('says nothing of who waits while callers of these days are read by today’s rule', () => {
  const badWith = (isFormer: (back: number) => boolean) =>
    badOf(KINDS['waiting callers']!(factsOf(() => false, isFormer)))
  expect(badWith((back) => back === 1)).toBe(0)
  // An earlier call may be from the same caller.
  expect(badWith((back) => back === 7)).toBe(0)
  expect(badWith((back) => back > 9)).toBeGreaterThan(0)
})
