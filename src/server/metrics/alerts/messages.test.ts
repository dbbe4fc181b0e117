import fc from 'fast-check'
import { expect, test } from 'vitest'
import { AT_MOST, DAILY_MINUTE } from '#/contract/alerts/alert-kinds.ts'
import { DAY_MINUTES } from '#/contract/day.ts'
import { isQuiet, messagesOf, type Found, type NotificationRule } from './messages.ts'

const DAY = 20_777 * DAY_MINUTES
const MOSCOW = 180
const at = (clock: string, day = 0, offset = MOSCOW): Found => {
  const [hour, minute] = clock.split(':').map(Number)
  return { moment: DAY + day * DAY_MINUTES + hour! * 60 + minute! - offset, offset }
}
const sent = (found: readonly Found[], rule: NotificationRule, last?: Found) =>
  messagesOf(found, rule, last?.moment ?? null).map(({ at: moment, found: some }) => {
    const wallClock = moment + MOSCOW - DAY
    const minute = ((wallClock % DAY_MINUTES) + DAY_MINUTES) % DAY_MINUTES
    const clock = new Date(minute * 60_000).toISOString().slice(11, 16)
    return [Math.floor(wallClock / DAY_MINUTES), clock, some.length]
  })

const NIGHT = { from: 21 * 60, to: 8 * 60 }

test('at once each goes out by itself, and what comes at night waits for the morning', () => {
  const rule = { at_most: 'at_once', quiet: NIGHT } as const
  expect(
    sent([at('10:00'), at('10:10'), at('21:00'), at('23:30'), at('07:59', 1), at('08:00', 1)], rule),
  ).toEqual([
    [0, '10:00', 1],
    [0, '10:10', 1],
    [1, '08:00', 4],
  ])
})

test('once an hour what comes within it goes out together, an hour after the message before', () => {
  const rule = { at_most: 'hourly', quiet: null } as const
  expect(sent([at('10:00'), at('10:10'), at('10:50'), at('14:00')], rule)).toEqual([
    [0, '10:00', 1],
    [0, '11:00', 2],
    [0, '14:00', 1],
  ])
  expect(sent([at('10:00')], rule, at('09:30'))).toEqual([[0, '10:30', 1]])
})

test('once a day in the morning, by each object’s own clock', () => {
  const rule = { at_most: 'daily', quiet: null } as const
  expect(sent([at('08:59'), at('09:00'), at('09:01'), at('20:00'), at('10:00', 1)], rule)).toEqual([
    [0, '09:00', 2],
    [1, '09:00', 2],
    [2, '09:00', 1],
  ])
  // In Vladivostok nine o'clock is seven hours earlier.
  expect(sent([at('08:00'), at('08:00', 0, 600)], rule)).toEqual([
    [0, '02:00', 1],
    [0, '09:00', 1],
  ])
})

test('quiet hours go over midnight, or stay within a day', () => {
  const quiet = (from: number, to: number, clock: string) => {
    const { moment, offset } = at(clock)
    return isQuiet({ from, to }, moment, offset)
  }
  expect(['20:59', '21:00', '00:00', '07:59', '08:00'].map((clock) => quiet(1260, 480, clock))).toEqual([
    false,
    true,
    true,
    true,
    false,
  ])
  expect(['11:59', '12:00', '12:59', '13:00'].map((clock) => quiet(720, 780, clock))).toEqual([
    false,
    true,
    true,
    false,
  ])
})

const minute = fc.integer({ min: 0, max: DAY_MINUTES - 1 })
const ruleOf = fc.record({
  at_most: fc.constantFrom(...AT_MOST),
  quiet: fc.option(fc.record({ from: minute, to: minute }).filter(({ from, to }) => from !== to)),
})
const foundOf = fc.array(
  fc.record({
    moment: fc.integer({ min: DAY, max: DAY + 5 * DAY_MINUTES }),
    offset: fc.constantFrom(-480, 0, 180, 330, 600),
  }),
  { maxLength: 60 },
)

test('whatever is found: all of it is told, once, not before it was found, and never in the quiet hours of its object', () => {
  fc.assert(
    fc.property(foundOf, ruleOf, (found, rule) => {
      const messages = messagesOf(found, rule)
      const reported = messages.flatMap((message) => message.found)
      expect(reported).toHaveLength(found.length)
      expect(new Set(reported)).toEqual(new Set(found))
      for (const { at: moment, found: some } of messages)
        for (const one of some) {
          expect(moment).toBeGreaterThanOrEqual(one.moment)
          expect(isQuiet(rule.quiet, moment, one.offset)).toBe(false)
          // Nothing waits longer than a day for its morning and a day for the quiet hours.
          expect(moment - one.moment).toBeLessThan(3 * DAY_MINUTES)
        }
    }),
  )
})

test('whatever is found: messages keep their distance', () => {
  fc.assert(
    fc.property(foundOf, ruleOf, (found, rule) => {
      const times = messagesOf(found, rule).map((message) => message.at)
      const steps = times.slice(1).map((time, nth) => time - times[nth]!)
      expect(steps.every((step) => step >= (rule.at_most === 'hourly' ? 60 : 0))).toBe(true)
    }),
  )
  // With a single clock no day has two.
  fc.assert(
    fc.property(foundOf, (found) => {
      const own = found.map((one) => ({ ...one, offset: MOSCOW }))
      const days = messagesOf(own, { at_most: 'daily', quiet: null }).map(({ at: moment }) => {
        expect((moment + MOSCOW) % DAY_MINUTES).toBe(DAILY_MINUTE)
        return Math.floor((moment + MOSCOW) / DAY_MINUTES)
      })
      expect(new Set(days).size).toBe(days.length)
    }),
  )
})
