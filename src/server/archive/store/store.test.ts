import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { StoredDifference } from '#/contract/archive/drift.ts'
import { DAY_MS } from '#/contract/day.ts'
import { AccountForgotten } from './account-numbers.ts'
import { runsOfDatabases } from '#/test/runs.ts'
import {
  columnsOf,
  openTestStore,
  readDay,
  recordOf,
  segmentRows,
  type TestContact,
} from '#/server/archive/archive-testing.ts'

const ACCOUNT = 'a1b2'
const ALL = { first: 0, last: 60_000 }
const DAY = 20_000

const contact = (id: number, note = 'x', oid = 'site'): TestContact => ({ oid, id, note })

const idsOf = (records: readonly unknown[]) => records.map((record) => (record as { id: number }).id)

test('a day is what was read last, with its records, columns and titles', async () => {
  const { store } = await openTestStore()
  await store.replaceDays(ACCOUNT, [readDay(DAY, [contact(1), contact(2)])])
  await store.replaceDays(ACCOUNT, [readDay(DAY, [contact(2, 'later'), contact(3)], 5)])
  const stored = await store.records(ACCOUNT, DAY)
  expect(stored.records).toEqual([recordOf(contact(2, 'later'), DAY), recordOf(contact(3), DAY)])
  const columns = await columnsOf(store, ACCOUNT, ALL)
  expect(segmentRows(columns)).toEqual([`${DAY} site 2 later`, `${DAY} site 3 x`])
  expect([...columns.objectTitles]).toEqual([['site', 'Object site']])
  expect(await store.map(ACCOUNT, ALL)).toMatchObject([
    { day: DAY, readAt: 5, contacts: 2, state: 'reading', isDue: false },
  ])
})

test('a contact the service gives no longer is marked gone, out of the figures, and makes the days beside it due', async () => {
  const { store } = await openTestStore()
  await store.replaceDays(
    ACCOUNT,
    [DAY - 2, DAY - 1, DAY, DAY + 1].map((day) => readDay(day, [contact(day)])),
  )
  await store.settle(
    ACCOUNT,
    { first: DAY - 2, last: DAY + 1 },
    { state: 'complete', gaps: [], readAt: 1, triedAt: 1 },
  )
  await store.replaceDays(ACCOUNT, [readDay(DAY, [], 9)])
  expect(await store.gone(ACCOUNT)).toEqual([{ contact: `site ${DAY}`, day: DAY, since: 9 }])
  const held = await store.map(ACCOUNT, ALL)
  expect(held.filter(({ isDue }) => isDue).map(({ day }) => day)).toEqual([DAY - 1, DAY + 1])
  expect((await columnsOf(store, ACCOUNT, ALL)).rows).toBe(3)
  // It reappears on another day.
  await store.replaceDays(ACCOUNT, [readDay(DAY + 1, [contact(DAY), contact(DAY + 1)])])
  expect(await store.gone(ACCOUNT)).toEqual([])
})

test('a contact that the service lists on two days at once counts on the newer one, whichever was read first', async () => {
  const { store } = await openTestStore()
  await store.replaceDays(ACCOUNT, [readDay(DAY, [contact(1, 'newer'), contact(2)], 1_000)])
  await store.replaceDays(ACCOUNT, [readDay(DAY - 30, [contact(1, 'older'), contact(3)], 2_000)])
  const rows = [`${DAY - 30} site 3 x`, `${DAY} site 1 newer`, `${DAY} site 2 x`]
  expect(segmentRows(await columnsOf(store, ACCOUNT, ALL))).toEqual(rows)
  expect(await store.map(ACCOUNT, ALL)).toMatchObject([
    { day: DAY - 30, contacts: 1, doubled: 1, faulty: [{ oid: 'site', unreadable: 0, doubled: 1 }] },
    { day: DAY, contacts: 2, doubled: 0, isDue: false },
  ])
  await store.replaceDays(ACCOUNT, [readDay(DAY + 1, [contact(3, 'newest')], 3_000)])
  expect(segmentRows(await columnsOf(store, ACCOUNT, ALL))).toEqual([
    ...rows.slice(1),
    `${DAY + 1} site 3 newest`,
  ])
  // Found elsewhere long after its day was read, it has moved.
  await store.replaceDays(ACCOUNT, [readDay(DAY - 30, [contact(1, 'moved')], DAY_MS)])
  expect(segmentRows(await columnsOf(store, ACCOUNT, ALL))).toContain(`${DAY - 30} site 1 moved`)
  expect((await store.map(ACCOUNT, { first: DAY, last: DAY }))[0]).toMatchObject({ contacts: 1, isDue: true })
})

test('records that cannot be read are kept and counted, and are no rows', async () => {
  const { store } = await openTestStore()
  await store.replaceDays(ACCOUNT, [
    {
      ...readDay(DAY, [contact(1)]),
      records: [{ obj_oid: 'site' }, recordOf(contact(1), DAY)],
      faulty: [{ oid: 'site', unreadable: 1, doubled: 2 }],
    },
  ])
  expect(await store.map(ACCOUNT, ALL)).toMatchObject([{ contacts: 1, unreadable: 1, doubled: 2 }])
  expect((await store.records(ACCOUNT, DAY)).records).toHaveLength(2)
  expect((await columnsOf(store, ACCOUNT, ALL)).rows).toBe(1)
})

test('archive-two-accounts-one-object: the same object read by two accounts is two rows, and one is forgotten alone', async () => {
  const { store, database } = await openTestStore()
  for (const account of ['one', 'one client', 'two'])
    await store.replaceDays(account, [readDay(DAY, [contact(1, account)])])
  for (const account of ['one', 'one client', 'two'])
    expect(segmentRows(await columnsOf(store, account, ALL))).toEqual([`${DAY} site 1 ${account}`])
  await store.forget('one', null, false)
  expect((await columnsOf(store, 'one', ALL)).rows).toBe(0)
  expect((await columnsOf(store, 'one client', ALL)).rows).toBe(1)
  await store.replaceDays('one', [readDay(DAY, [contact(7)])])
  await store.forget('one', null, true)
  for (const account of ['one', 'one client']) expect(await store.map(account, ALL)).toEqual([])
  expect(segmentRows(await columnsOf(store, 'two', ALL))).toEqual([`${DAY} site 1 two`])
  for (const table of ['archive_days', 'archive_records', 'archive_segments', 'archive_contacts'] as const)
    expect(await database.selectFrom(table).select('account').execute()).toHaveLength(1)
})

describe('a closed month', () => {
  const month = { first: DAY, last: DAY + 29 }
  const filled = async () => {
    const opened = await openTestStore()
    const days = [DAY, DAY + 3, DAY + 29]
    await opened.store.replaceDays(
      ACCOUNT,
      days.map((day) => readDay(day, [contact(day, 'first')])),
    )
    await opened.store.joinSegments(ACCOUNT, month)
    return opened
  }

  test('is one segment of the same rows', async () => {
    const { store } = await filled()
    expect(await store.segmentDays(ACCOUNT, ALL)).toMatchObject([month])
    expect(segmentRows(await columnsOf(store, ACCOUNT, ALL))).toEqual(
      [DAY, DAY + 3, DAY + 29].map((day) => `${day} site ${day} first`),
    )
  })

  test('falls into days when one of them is read again, and nothing of what was replaced is left in its bytes', async () => {
    const { store } = await filled()
    await store.replaceDays(ACCOUNT, [readDay(DAY + 3, [contact(DAY + 3, 'second')])])
    const columns = await columnsOf(store, ACCOUNT, ALL)
    expect(segmentRows(columns)).toEqual([
      `${DAY} site ${DAY} first`,
      `${DAY + 3} site ${DAY + 3} second`,
      `${DAY + 29} site ${DAY + 29} first`,
    ])
    expect(await store.segmentDays(ACCOUNT, ALL)).toHaveLength(3)
  })

  test('is cut where its older days are no longer to be kept', async () => {
    const { store, database } = await filled()
    expect(await store.purge(DAY + 3)).toBe(true)
    expect(segmentRows(await columnsOf(store, ACCOUNT, ALL))).toEqual(
      [DAY + 3, DAY + 29].map((day) => `${day} site ${day} first`),
    )
    expect(await database.selectFrom('archive_contacts').select('day').orderBy('day').execute()).toEqual([
      { day: DAY + 3 },
      { day: DAY + 29 },
    ])
    expect(await store.purge(DAY + 3)).toBe(false)
  })
})

test('what is kept is told by account, with what was asked today', async () => {
  const { store } = await openTestStore()
  await store.replaceDays('me', [readDay(DAY, [contact(1), contact(2)], 7)])
  await store.replaceDays('me c1', [readDay(DAY + 1, [contact(1)], 8)])
  await store.replaceDays('other', [readDay(DAY, [contact(1)])])
  expect(await store.countRequests('me', 5, { requests: 3, unasked: 2 })).toBe(2)
  expect(await store.countRequests('me', 5, { requests: 1, unasked: 1 })).toBe(3)
  expect(await store.countRequests('me', 6, { requests: 1, unasked: 0 })).toBe(0)
  const summary = await store.summary('me', 5)
  expect(summary).toMatchObject([
    { client: null, contacts: 2, days: 1, since: DAY, asOf: 7, requestsToday: 4 },
    { client: 'c1', contacts: 1, days: 1, since: DAY + 1, asOf: 8, requestsToday: 0 },
  ])
  expect(summary[0]!.bytes).toBeGreaterThan(100)
})

test('whatever is read in whatever order: the last reading of a day counts, and every contact stands once', async () => {
  const [DAYS, IDS] = [5, 8]
  const key = fc.record({ oid: fc.constantFrom('a', 'b'), id: fc.integer({ min: 1, max: IDS }) })
  const reading = fc.record({
    contacts: fc.uniqueArray(key, { selector: ({ oid, id }) => `${oid} ${id}`, maxLength: 8 }),
    days: fc.uniqueArray(fc.nat(DAYS - 1), { minLength: 1, maxLength: 2 }),
    split: fc.nat(8),
    joins: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(reading, { maxLength: 12 }), async (readings) => {
      const { store, database } = await openTestStore()
      const model = new Map<string, { day: number; note: string }>()
      const gone = new Set<string>()
      for (const [nth, { contacts, days, split, joins }] of readings.entries()) {
        const parts = days.length > 1 ? [contacts.slice(0, split), contacts.slice(split)] : [contacts]
        const note = String(nth)
        await store.replaceDays(
          ACCOUNT,
          days.map((day, at) =>
            readDay(
              DAY + day,
              parts[at]!.map((one) => ({ ...one, note })),
              // A day apart: a contact found elsewhere has moved.
              nth * DAY_MS,
            ),
          ),
        )
        for (const [name, { day }] of model)
          if (days.includes(day - DAY)) {
            model.delete(name)
            gone.add(name)
          }
        for (const [at, day] of days.entries())
          for (const { oid, id } of parts[at]!) {
            model.set(`${oid} ${id}`, { day: DAY + day, note })
            gone.delete(`${oid} ${id}`)
          }
        if (joins) await store.joinSegments(ACCOUNT, { first: DAY, last: DAY + DAYS - 1 })
      }
      const expected = [...model].map(([name, { day, note }]) => `${day} ${name} ${note}`).toSorted()
      expect(segmentRows(await columnsOf(store, ACCOUNT, ALL))).toEqual(expected)
      for (const { day, contacts } of await store.map(ACCOUNT, ALL)) {
        const { records } = await store.records(ACCOUNT, day)
        expect(records).toHaveLength(contacts)
        expect([...model.values()].filter((one) => one.day === day)).toHaveLength(contacts)
        const indexed = await database
          .selectFrom('archive_contacts')
          .select('id')
          .where('day', '=', day)
          .orderBy('id')
          .execute()
        expect(indexed.map(({ id }) => id)).toEqual([...new Set(idsOf(records))].toSorted((a, b) => a - b))
      }
      expect((await store.gone(ACCOUNT)).map((one) => one.contact)).toEqual([...gone].toSorted())
    }),
    runsOfDatabases(100, 3_000),
  )
})

test('where readings differ from the document is kept by day, joined, and goes when the account is forgotten', async () => {
  const { store } = await openTestStore()
  const epoch = await store.epoch(ACCOUNT)
  const seen = (path: string, type: 'string' | 'null'): StoredDifference => ({
    kind: 'type',
    path,
    expected: ['integer'],
    seen: [type],
    section: '2.5',
    listed: 0,
    answers: 1,
  })
  const one = (...differences: StoredDifference[]) => ({ answers: 1, differences })
  await store.noteDrift(ACCOUNT, DAY, one(seen('calls[].id', 'string')), epoch)
  await store.noteDrift(ACCOUNT, DAY, one(seen('calls[].id', 'null'), seen('calls[].status', 'null')), epoch)
  await store.noteDrift(ACCOUNT, DAY + 1, one(), epoch)
  expect(await store.drift(ACCOUNT, ALL)).toEqual([
    {
      day: DAY,
      answers: 2,
      differences: [
        { ...seen('calls[].id', 'string'), seen: ['string', 'null'], answers: 2 },
        seen('calls[].status', 'null'),
      ],
    },
    { day: DAY + 1, answers: 1, differences: [] },
  ])
  expect(await store.drift('b2c3', ALL)).toEqual([])
  await store.forget(ACCOUNT, null, false)
  expect(await store.drift(ACCOUNT, ALL)).toEqual([])
  await expect(store.noteDrift(ACCOUNT, DAY, one(), epoch)).rejects.toThrow(AccountForgotten)
})
