import { expect, test } from 'vitest'
import { fitOf } from './fit.ts'
import type { SourceColumn } from '#/domain/costs/evaluated-sources.ts'

const USUAL: readonly SourceColumn[] = [
  'name',
  'contacts',
  'change',
  'first_time',
  'target_rate',
  'verdict',
  'missed_rate',
  'deals',
  'sum',
]
const COSTS: readonly SourceColumn[] = [
  'name',
  'contacts',
  'verdict',
  'spend',
  'cost_per_contact',
  'cost_per_target',
  'cost_per_first_time',
  'cost_per_deal',
]
const goneAt = (width: number, columns: readonly SourceColumn[], ordered: SourceColumn = 'target_rate') => {
  const { columns: left } = fitOf(width, columns, ordered, true)
  return columns.filter((column) => !left.includes(column))
}

test('what says least gives way first: names of CRMs, one of two forms of a range, long names, then columns', () => {
  const seen = [1600, 914, 820, 790, 740, 684].map((width) => {
    const { fit, columns } = fitOf(width, USUAL, 'target_rate', true)
    return [fit.namesCrms, fit.range, fit.isShort, USUAL.length - columns.length]
  })
  expect(seen).toEqual([
    [true, 'both', false, 0],
    [false, 'bar', false, 0],
    [false, 'bar', true, 0],
    [false, 'words', true, 0],
    [false, 'words', true, 1],
    [false, 'words', true, 2],
  ])
})

test('first-time contacts give way before deals, and their cost before that of a contact', () => {
  expect(goneAt(740, USUAL)).toEqual(['first_time'])
  expect(goneAt(640, USUAL)).toEqual(['first_time', 'deals'])
  expect(goneAt(760, COSTS)).toEqual(['cost_per_first_time'])
  expect(goneAt(640, COSTS)).toEqual(['cost_per_contact', 'cost_per_first_time'])
})

test('the column that the rows are in the order of stays', () => {
  expect(goneAt(640, USUAL, 'first_time')).toEqual(['deals'])
})

test('a column more leaves less room for the others', () => {
  const won: readonly SourceColumn[] = [...USUAL, 'won']
  expect(fitOf(920, USUAL, 'target_rate', false).fit.isShort).toBe(false)
  expect(fitOf(920, won, 'target_rate', false).fit.isShort).toBe(true)
})
