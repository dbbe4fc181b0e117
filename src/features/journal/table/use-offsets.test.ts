import { expect, test } from 'vitest'
import { listedCall } from '#/contract/call.ts'
import type { ContactRow } from '#/domain/contact-list/use-contact-rows.ts'
import { NOTHING_SEEN, offsetsOf, seeOffsets } from './use-offsets.ts'

const LOADING: ContactRow = { state: 'loading' }
const at = (zone: string): ContactRow => ({
  state: 'ready',
  call: listedCall.lenient.parse({ id: 1, date: `2026-11-20T12:00:00${zone}` }),
})
const listOf = (rows: readonly ContactRow[]) => ({
  count: rows.length,
  at: (index: number) => rows[index] ?? LOADING,
})
const many = (zone: string, count: number) => Array.from({ length: count }, () => at(zone))

test('the offset of most rows is the list\u2019s, whichever comes first', () => {
  const list = listOf([at('+05:00'), ...many('+03:00', 3), at('+05:00')])
  const seen = seeOffsets(NOTHING_SEEN, list, { start: 0, end: 5 })
  expect(offsetsOf(seen)).toEqual({ main: 180, isMixed: true })
  expect(offsetsOf(seeOffsets(NOTHING_SEEN, listOf(many('+03:00', 4)), { start: 0, end: 4 }))).toEqual({
    main: 180,
    isMixed: false,
  })
  expect(offsetsOf(NOTHING_SEEN)).toEqual({ main: null, isMixed: false })
})

test('rows are counted once, those on their way when they are here', () => {
  const rows = [...many('+03:00', 20), ...Array.from({ length: 20 }, () => LOADING)]
  const range = { start: 0, end: 40 }
  const first = seeOffsets(NOTHING_SEEN, listOf(rows), range)
  expect(offsetsOf(first).isMixed).toBe(false)
  expect(seeOffsets(first, listOf(rows), range)).toBe(first)
  const second = seeOffsets(first, listOf([...rows.slice(0, 20), ...many('+05:00', 20)]), range)
  expect([...second.counts]).toEqual([
    [180, 20],
    [300, 20],
  ])
  expect(seeOffsets(second, listOf(rows), range)).toBe(second)
})
