import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayNumber, dayText } from '#/contract/day.ts'
import type { UnreturnedCall } from '#/contract/figures/answers.ts'
import { runs } from '#/test/runs.ts'
import { callBackOrder } from './call-back-order.ts'

const TODAY = dayNumber('2026-11-20')
const caller = (name: string, more: Partial<UnreturnedCall> = {}): UnreturnedCall => ({
  caller: name,
  attempts: 1,
  oid: 'a',
  callId: 1,
  day: '2026-11-20',
  minute: 600,
  offset: 180,
  source: 'usual',
  isFirstTime: false,
  ...more,
})
const source = (value: string | null, contacts: number, target: number) => ({ value, contacts, target })
const names = (callers: readonly UnreturnedCall[]) => callers.map((one) => one.caller)

describe('whom to call back first', () => {
  const SOURCES = [source('usual', 1000, 200), source('twice', 1000, 400), source('tiny', 1, 1)]

  it('at the same time it is the source with the higher target rate', () => {
    const callers = [caller('1'), caller('2', { source: 'twice' })]
    expect(names(callBackOrder(callers, SOURCES))).toEqual(['2', '1'])
  })

  it('of the same source it is the later call', () => {
    const callers = [
      caller('1', { minute: 599 }),
      caller('2'),
      caller('3', { day: '2026-11-19', minute: 1439 }),
    ]
    expect(names(callBackOrder(callers, SOURCES))).toEqual(['2', '1', '3'])
  })

  it('a rate twice as high is worth a day', () => {
    const older = (minute: number) => caller('2', { source: 'twice', day: '2026-11-19', minute })
    expect(names(callBackOrder([caller('1'), older(630)], SOURCES))).toEqual(['2', '1'])
    // A little more than a day: less is certain of a lower rate.
    expect(names(callBackOrder([caller('1'), older(400)], SOURCES))).toEqual(['1', '2'])
  })

  it('one target contact does not make a source the best', () => {
    const callers = [caller('1', { source: 'tiny' }), caller('2', { source: 'twice' })]
    expect(names(callBackOrder(callers, SOURCES))).toEqual(['2', '1'])
  })

  it('clocks of other zones are set right', () => {
    // 11:00 at UTC+7 is before 10:00 at UTC+3.
    const callers = [caller('1', { minute: 660, offset: 420 }), caller('2')]
    expect(names(callBackOrder(callers, SOURCES))).toEqual(['2', '1'])
  })

  it('keeps everybody in one order, whatever order they came in, also where nothing is target', () => {
    const anyCaller = fc
      .record({
        name: fc.nat(1e6),
        source: fc.option(fc.constantFrom('usual', 'twice', 'tiny', 'unknown')),
        day: fc.nat(60),
        minute: fc.nat(1439),
        offset: fc.option(fc.constantFrom(0, 180, 345)),
      })
      .map(({ name, day, ...more }) => caller(String(name), { ...more, day: dayText(TODAY - day) }))
    const anySources = fc.constantFrom(SOURCES, [], [source('usual', 100, 0), source(null, 5, 0)])
    fc.assert(
      fc.property(
        fc.uniqueArray(anyCaller, { maxLength: 20, selector: (one) => one.caller }),
        anySources,
        (callers, sources) => {
          const ordered = callBackOrder(callers, sources)
          expect(new Set(ordered)).toEqual(new Set(callers))
          expect(callBackOrder(callers.toReversed(), sources)).toEqual(ordered)
          // Within a source, and between equal sources, the later comes first.
          for (const [index, one] of ordered.entries()) {
            const next = ordered.slice(index + 1).find((later) => later.source === one.source)
            const at = ({ day, minute, offset }: UnreturnedCall) =>
              dayNumber(day) * 1440 + minute - (offset ?? 0)
            if (next) expect(at(one)).toBeGreaterThanOrEqual(at(next))
          }
        },
      ),
      runs(200, 5_000),
    )
  })
})
