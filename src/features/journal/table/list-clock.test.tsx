// @vitest-environment jsdom
import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { listedCall } from '#/contract/call.ts'
import type { ContactRows } from '#/domain/contact-list/use-contact-rows.ts'
import { useOffsets } from './use-offsets.ts'

const RANGE = { start: 0, end: 20 }
const listOf = (zones: readonly string[], updatedAt: number, isPrevious = false) => {
  const calls = zones.map((zone, id) => listedCall.lenient.parse({ id, date: `2026-11-20T12:00:00${zone}` }))
  const rows: Pick<ContactRows, 'count' | 'at' | 'updatedAt' | 'isPrevious'> = {
    count: calls.length,
    at: (index) => ({ state: 'ready', call: calls[index]! }),
    updatedAt,
    isPrevious,
  }
  return rows as ContactRows
}

test('the clock of a list is that of its own rows; one without any keeps the clock before, and days do not change it', () => {
  const everything = { rows: listOf(['+03:00', '+03:00', '+01:00'], 1), list: 'all' }
  const { result, rerender } = renderHook(({ rows, list }) => useOffsets(rows, RANGE, 'own', list), {
    initialProps: everything,
  })
  expect(result.current).toMatchObject({ main: 180, isMixed: true })
  rerender({ rows: listOf(['+03:00', '+03:00', '+01:00'], 0, true), list: 'one source' })
  expect(result.current.main).toBe(180)
  rerender({ rows: listOf(['+01:00', '+01:00'], 2), list: 'one source' })
  expect(result.current).toMatchObject({ main: 60, isMixed: false })
  rerender({ rows: listOf(['+03:00', '+03:00', '+01:00'], 3), list: 'one source' })
  expect(result.current).toMatchObject({ main: 60, isMixed: true })
  rerender({ rows: listOf([], 4), list: 'of nobody' })
  expect(result.current.main).toBe(60)
})
