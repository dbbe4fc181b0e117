import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseWallClock } from '#/i18n/format.ts'
import { runs } from '#/test/runs.ts'
import { dayNumber, NO_DAY } from '#/contract/day.ts'
import { createClock } from './encode.ts'

const two = (most: number) => fc.nat(most).map((value) => String(value).padStart(2, '0'))
const day = fc
  .tuple(fc.constantFrom('2026', '2024', '1969', '0026', '2200'), two(13), two(32))
  .map((parts) => parts.join('-'))
const time = fc.tuple(two(24), two(60), two(60)).map((parts) => parts.join(':'))
const offset = fc.constantFrom('+03:00', '-03:30', '+0300', 'Z', '', '+99:99', ' +03:00', '+0a:00', '*03:00')
const date = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.tuple(day, fc.constantFrom('T', ' ', '-'), time, offset).map((parts) => parts.join('')),
  },
  // One changed character: looks usual, but is not.
  fc
    .tuple(fc.nat(24), fc.constantFrom('x', ' ', ':', '-', '９', '9'))
    .map(
      ([at, sign]) =>
        `2026-11-20T14:06:00+03:00`.slice(0, at) + sign + `2026-11-20T14:06:00+03:00`.slice(at + 1),
    ),
  fc.string(),
  fc.constant(null),
)

it('says what parseWallClock says of any dates, one after another', () => {
  fc.assert(
    fc.property(fc.array(date, { maxLength: 12 }), (dates) => {
      const clock = createClock()
      // The fast path needs a known day.
      clock.read('2026-11-20T10:00:00+03:00')
      for (const one of dates) {
        const wallClock = parseWallClock(one)
        clock.read(one)
        const known = wallClock === null ? NO_DAY : dayNumber(wallClock.day)
        expect(clock.day, one ?? '').toBe(known)
        expect(clock.offset).toBe(wallClock?.offset ?? null)
        expect(clock.minute).toBe(
          wallClock === null || known === NO_DAY ? 0 : wallClock.hour * 60 + Number(wallClock.time.slice(3)),
        )
        if (wallClock?.offset !== undefined && wallClock.offset !== null)
          expect(clock.at).toBe(wallClock.utc - wallClock.offset * 60_000)
      }
    }),
    runs(300, 20_000),
  )
})
