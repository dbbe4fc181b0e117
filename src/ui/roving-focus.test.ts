import { expect, it } from 'vitest'
import { movedFrom } from './roving-focus.ts'

const from = (row: number, column: number, key: string, ctrlKey = false) =>
  movedFrom({ row, column }, [3, 1, 3], { key, ctrlKey })

it('arrows go to the neighbours, never over an edge, and into shorter rows', () => {
  expect(from(0, 0, 'ArrowRight')).toEqual({ row: 0, column: 1 })
  expect(from(0, 2, 'ArrowRight')).toEqual({ row: 0, column: 2 })
  expect(from(0, 0, 'ArrowLeft')).toEqual({ row: 0, column: 0 })
  expect(from(0, 2, 'ArrowDown')).toEqual({ row: 1, column: 0 })
  expect(from(2, 1, 'ArrowDown')).toEqual({ row: 2, column: 1 })
  expect(from(0, 1, 'ArrowUp')).toEqual({ row: 0, column: 1 })
})

it('Home and End go to the ends of the row, with Ctrl of everything', () => {
  expect(from(2, 1, 'Home')).toEqual({ row: 2, column: 0 })
  expect(from(2, 1, 'End')).toEqual({ row: 2, column: 2 })
  expect(from(2, 1, 'Home', true)).toEqual({ row: 0, column: 0 })
  expect(from(0, 1, 'End', true)).toEqual({ row: 2, column: 2 })
})

it('other keys do not move', () => {
  expect(from(0, 0, 'Enter')).toBeUndefined()
  expect(from(0, 0, 'a')).toBeUndefined()
})
