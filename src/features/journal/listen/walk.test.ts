import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ListedCallRead } from '#/contract/call.ts'
import { Unreadable } from '#/contract/field.ts'
import type { ContactRow, ContactRows, RowRange } from '#/domain/contact-list/use-contact-rows.ts'
import { runs } from '#/test/runs.ts'
import { further, isThrough, nearest, recordingOf, walkFrom, walkOn, type Side, type Walk } from './walk.ts'

const contact = (id: number, fields: Partial<ListedCallRead> = {}) =>
  ({ id, obj_oid: 'site', record_url: `https://records.example/${id}.wav`, ...fields }) as ListedCallRead

const KINDS = {
  recorded: (id: number): ContactRow => ({ state: 'ready', call: contact(id) }),
  silent: (id: number): ContactRow => ({ state: 'ready', call: contact(id, { record_url: null }) }),
  unusable: (id: number): ContactRow => ({ state: 'ready', call: contact(id, { record_url: 'ftp://a/b' }) }),
  ownerless: (id: number): ContactRow => ({ state: 'ready', call: contact(id, { obj_oid: null }) }),
  unreadable: (id: number): ContactRow => ({ state: 'unreadable', record: new Unreadable(id) }),
}
type Kind = keyof typeof KINDS
const kinds = fc.array(fc.constantFrom(...(Object.keys(KINDS) as Kind[])), { minLength: 1, maxLength: 60 })

const LOADING: ContactRow = { state: 'loading' }

const listOf = (list: readonly Kind[], size: number) => {
  const here = new Set([0])
  let requestCount = 0
  const rows: Pick<ContactRows, 'count' | 'at'> = {
    count: list.length,
    at: (index) => (here.has(Math.floor(index / size)) ? KINDS[list[index]!](index) : LOADING),
  }
  const ask = ({ start }: RowRange) => {
    requestCount += 1
    here.add(Math.floor(start / size))
  }
  return { rows, ask, requestCount: () => requestCount }
}

const lookOn = (before: Walk, at: number, side: Side, list: ReturnType<typeof listOf>): Walk => {
  let walk = walkOn(before, list.rows, null)
  while (nearest(walk, at, side) === null && !isThrough(walk, list.rows, side)) {
    list.ask(further(walk, side))
    walk = walkOn(walk, list.rows, null)
  }
  return walk
}

const recordedIn = (list: readonly Kind[]) =>
  list.flatMap((kind, index) => (kind === 'recorded' ? [index] : []))

test('from anywhere each recording is found exactly once, in order, to either end', () => {
  fc.assert(
    fc.property(kinds, fc.nat(), fc.integer({ min: 1, max: 9 }), (kindsOf, from, size) => {
      const start = from % kindsOf.length
      for (const side of ['after', 'before'] as const) {
        const list = listOf(kindsOf, size)
        list.ask({ start, end: start + 1 })
        const heard: number[] = []
        let walk = walkFrom(start)
        let at = side === 'after' ? start - 1 : start
        for (;;) {
          walk = lookOn(walk, at, side, list)
          const next = nearest(walk, at, side)
          if (next === null) break
          heard.push(next.index)
          at = next.index
        }
        const all = recordedIn(kindsOf)
        expect(heard).toEqual(
          side === 'after'
            ? all.filter((index) => index >= start)
            : all.filter((index) => index < start).toReversed(),
        )
        expect(walk.found.map(({ index }) => index)).toEqual(
          all.filter((index) => index >= walk.from && index < walk.to),
        )
      }
    }),
    runs(300, 20_000),
  )
})

test('no page is asked for beyond the one where the next recording is', () => {
  fc.assert(
    fc.property(kinds, fc.integer({ min: 1, max: 9 }), (kindsOf, size) => {
      const list = listOf(kindsOf, size)
      const walk = lookOn(walkFrom(0), -1, 'after', list)
      const first = recordedIn(kindsOf)[0] ?? kindsOf.length - 1
      expect(list.requestCount()).toBe(Math.floor(first / size))
      expect(nearest(walk, -1, 'after')?.index).toBe(recordedIn(kindsOf)[0])
    }),
    runs(300, 20_000),
  )
})

test('a contact that a later page repeats is heard once', () => {
  const rows = { count: 3, at: (index: number) => KINDS.recorded([7, 8, 7][index]!) }
  const walk = walkOn(walkFrom(0), rows, null)
  expect(walk.found.map(({ call }) => call.id)).toEqual([7, 8])
  expect(walkOn(walk, rows, null)).toBe(walk)
})

test('rows that did not come are waited for', () => {
  const failed: ContactRow = { state: 'failed', error: null, retry: () => undefined }
  const at = (index: number) => (index === 2 ? failed : KINDS.recorded(index))
  const walk = walkOn(walkFrom(0), { count: 5, at }, null)
  expect(walk).toMatchObject({ from: 0, to: 2 })
  expect(walkOn(walk, { count: 5, at: KINDS.recorded }, null).found).toHaveLength(5)
})

test('an object’s own list knows whose its contacts are; the same number elsewhere is another recording', () => {
  expect(recordingOf(contact(1, { obj_oid: null }), 0, null)).toBeNull()
  expect(recordingOf(contact(1, { obj_oid: null }), 0, 'shop')).toMatchObject({ oid: 'shop', key: 'shop 1' })
  expect(recordingOf(contact(1), 0, null)?.key).not.toBe(recordingOf(contact(1), 0, 'shop')?.key)
})
