import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { openTestStore, readDay, segmentRows } from '#/server/archive/archive-testing.ts'
import { runsOfDatabases } from '#/test/runs.ts'
import { createContactCache } from './contact-cache.ts'

const FIRST = 20_000
const DAYS = { first: FIRST, last: FIRST + 5 }
const never = new AbortController().signal
const NOTHING: ReadonlySet<string> = new Set()

const seen = (hidden: ReadonlySet<string>) => ({
  account: 'somebody',
  days: DAYS,
  oid: null,
  hidden,
  presentation: null,
})

const contactsOf = (day: number, count: number, note: string) =>
  Array.from({ length: count }, (_, nth) => ({ oid: 'site', id: day * 100 + nth, note }))

const change = fc.record({
  is: fc.constantFrom('read' as const, 'join' as const, 'forget' as const, 'ask' as const),
  day: fc.nat(7),
  count: fc.nat(4),
  note: fc.constantFrom('a', 'b'),
})

test('whatever is read, joined, split and forgotten: what is in memory is what is kept', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(change, { maxLength: 12 }),
      fc.constantFrom(NOTHING, new Set(['region'])),
      async (changes, hidden) => {
        const { store } = await openTestStore()
        const held = createContactCache(store, seen(hidden))
        const bring = async () => {
          const contacts = await held.begin()
          await held.bring(never, () => {})
          expect(held.data.rows).toBe(contacts)
          const fresh = createContactCache(store, seen(hidden))
          await fresh.begin()
          await fresh.bring(never, () => {})
          expect(segmentRows(held.data)).toEqual(segmentRows(fresh.data))
        }
        for (const { is, day, count, note } of changes)
          if (is === 'read')
            await store.replaceDays('somebody', [readDay(FIRST + day, contactsOf(day, count, note))])
          else if (is === 'join') await store.joinSegments('somebody', { first: FIRST, last: FIRST + 3 })
          else if (is === 'forget') await store.forget('somebody', null, false)
          else await bring()
        await bring()
      },
    ),
    runsOfDatabases(40, 1_000),
  )
})

test('what has not changed is not read again, and what was left half way is gone on with', async () => {
  const { store } = await openTestStore()
  for (let day = 0; day < 6; day++)
    await store.replaceDays('somebody', [readDay(FIRST + day, contactsOf(day, 2, 'a'))])
  const read: number[] = []
  const watched = {
    ...store,
    segment: (account: string, day: number) => {
      read.push(day - FIRST)
      return store.segment(account, day)
    },
  }
  const held = createContactCache(watched, seen(NOTHING))
  await held.begin()
  const stop = new AbortController()
  const reported: number[] = []
  const left = held.bring(stop.signal, (rows) => {
    reported.push(rows)
    if (rows === 4) stop.abort()
  })
  await expect(left).rejects.toThrow('aborted')
  expect(reported).toEqual([0, 2, 4])
  await held.bring(never, () => {})
  expect(held.data.rows).toBe(12)
  expect(read).toEqual([5, 4, 3, 2, 1, 0])
  await store.replaceDays('somebody', [readDay(FIRST + 2, contactsOf(2, 3, 'b'))])
  await held.bring(never, () => {})
  expect(read.slice(6)).toEqual([2])
  expect(held.data.rows).toBe(13)
})
