import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '#/test/runs.ts'
import { overOf, type Measured } from './use-one-line.ts'

const line = fc
  .array(fc.record({ width: fc.integer({ min: 40, max: 240 }), stays: fc.boolean() }), { maxLength: 10 })
  .map((all) => all.map((one, at): Measured => ({ ...one, name: String(at) })))

test('filters that do not fit in their line are put away from its end, and no more of them than have to be', () => {
  const all = ['a', 'b', 'c'].map((name) => ({ name, width: 100, stays: false }))
  // 200 and three times 106 are 518; the button takes 98.
  expect(overOf(all, 200, 518)).toEqual([])
  expect(overOf(all, 200, 517)).toEqual(['c'])
  expect(overOf(all, 200, 509)).toEqual(['c', 'b'])
  expect(overOf([all[0]!, { ...all[1]!, stays: true }, all[2]!], 200, 420)).toEqual(['c', 'a'])
})

test('what says something stays, and the rest fits wherever it can', () => {
  fc.assert(
    fc.property(line, fc.integer({ min: 100, max: 1600 }), (all, room) => {
      const over = overOf(all, 100, room)
      const wide = (some: readonly Measured[]) => some.reduce((sum, { width }) => sum + 6 + width, 100)
      const left = all.filter(({ name }) => !over.includes(name))
      expect(all.filter(({ name, stays }) => stays && over.includes(name))).toEqual([])
      if (over.length === 0) expect(wide(all) <= room || all.every(({ stays }) => stays)).toBe(true)
      // The last of what is left could not have stayed, or everything that can is away.
      else expect(wide(left) + 98 <= room || left.every(({ stays }) => stays)).toBe(true)
      const offers = all.filter(({ stays }) => !stays).map(({ name }) => name)
      expect(over.toReversed()).toEqual(offers.slice(offers.length - over.length))
      const last = all.find(({ name }) => name === over.at(-1))
      if (over.length > 1) expect(wide(left) + 6 + last!.width + 98).toBeGreaterThan(room)
    }),
    runs(300, 5000),
  )
})
