import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { ChartNote } from '#/contract/chart-notes/chart-notes.ts'
import { addDays } from '#/contract/day.ts'
import { runs } from '#/test/runs.ts'
import { notesAt } from '#/domain/notes-at.ts'
import { flagsOf } from './flags.ts'

const FIRST = '2026-11-01'
const note = (nth: number, day: number, oid: string | null = null): ChartNote => ({
  id: String(nth),
  day: addDays(FIRST, day),
  reach: oid === null ? 'client' : 'object',
  oid,
  text: `note ${nth}`,
  at: nth,
  who: null,
})
const someNotes = fc
  .array(fc.integer({ min: -20, max: 140 }), { maxLength: 40 })
  .map((days) => days.toSorted((a, b) => b - a).map((day, nth) => note(nth, day)))

it('every note of the days has exactly one flag, left to right, none nearer than there is room for', () => {
  fc.assert(
    fc.property(
      someNotes,
      fc.integer({ min: 1, max: 120 }),
      fc.integer({ min: 1, max: 31 }),
      fc.double({ min: 0, max: 30, noNaN: true }),
      (notes, days, width, room) => {
        const buckets = Array.from({ length: Math.ceil(days / width) }, (_, nth) => ({
          days: { from: addDays(FIRST, nth * width), to: addDays(FIRST, (nth + 1) * width - 1) },
        }))
        const all = { from: FIRST, to: buckets.at(-1)!.days.to }
        const flags = flagsOf(notes, buckets, room)
        expect(
          flags
            .flatMap((flag) => flag.notes)
            .map(({ id }) => id)
            .toSorted(),
        ).toEqual(
          notesAt(notes, all, null)
            .map(({ id }) => id)
            .toSorted(),
        )
        for (const [nth, flag] of flags.entries()) {
          expect(flag.notes).toEqual(flag.notes.toSorted((a, b) => b.day.localeCompare(a.day)))
          expect(notesAt(flag.notes, flag.days, null)).toEqual(flag.notes)
          if (nth > 0) expect(flag.across - flags[nth - 1]!.across).toBeGreaterThanOrEqual(room)
        }
      },
    ),
    runs(200, 3_000),
  )
})

it('an object has its own notes and those of all objects; all objects have every note', () => {
  const notes = [note(0, 3, 'one'), note(1, 2, 'two'), note(2, 1)]
  const days = { from: FIRST, to: addDays(FIRST, 9) }
  expect(notesAt(notes, days, 'one').map(({ id }) => id)).toEqual(['0', '2'])
  expect(notesAt(notes, days, null)).toEqual(notes)
})
