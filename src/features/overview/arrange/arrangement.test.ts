import fc from 'fast-check'
import { expect, test } from 'vitest'
import { arranged, inOrder } from './arrangement.ts'

const names = ['trend', 'sources', 'regions', 'pages', 'tools']
const panels = names.map((name) => ({ name }))
const some = fc
  .subarray([...names, 'gone'], { minLength: 0 })
  .chain((all) => fc.shuffledSubarray(all, { minLength: all.length }))

test('whatever was saved, by this version or another, each panel stands in one place, and those hidden in none', () => {
  fc.assert(
    fc.property(some, some, (order, hidden) => {
      const all = inOrder(panels, { order }).map(({ name }) => name)
      expect(all.toSorted()).toEqual(names.toSorted())
      expect(arranged(panels, { order, hidden }).map(({ name }) => name)).toEqual(
        all.filter((name) => !hidden.includes(name)),
      )
      const chosen = order.filter((name) => name !== 'gone')
      expect(all.filter((name) => chosen.includes(name))).toEqual(chosen)
    }),
  )
})

test('a panel that has come since stands where it was made to stand', () => {
  expect(inOrder(panels, { order: ['tools', 'pages', 'trend', 'sources'] }).map(({ name }) => name)).toEqual([
    'tools',
    'pages',
    'regions',
    'trend',
    'sources',
  ])
})
