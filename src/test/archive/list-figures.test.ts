/** @module-tag all */
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createDataset } from '#/server/metrics/columns/dataset.ts'
import { dealStatuses } from '#/server/metrics/columns/deals.ts'
import { createSegmentTaker } from '#/server/metrics/columns/take-segments.ts'
import type { Filter } from '#/contract/figures/questions.ts'
import { answer } from '#/server/metrics/figures/answer.ts'
import { readValues, VALUE_FILTERS, writeValues, type Values } from '#/contract/archive/filters.ts'
import { dayNumber, dayText } from '#/contract/day.ts'
import { openTestStore, readDay } from '#/server/archive/archive-testing.ts'
import { unpack } from '#/server/archive/store/stored-day.ts'
import { listContacts } from '#/server/archive/lists/find.ts'
import { listQuestionOf, readListQuery } from '#/server/archive/lists/question.ts'
import { parseSharedJson } from '#/server/threads/shared-json.ts'

const FIRST = dayNumber('2026-11-16')
const DAYS = { first: FIRST, last: FIRST + 3 }
const ACCOUNT = 'account'
const NOTHING_HIDDEN: ReadonlySet<string> = new Set()

const rarely = <T>(value: fc.Arbitrary<T>) => fc.option(value, { freq: 3 })

const contact = fc.record({
  day: fc.integer({ min: 0, max: 3 }),
  minute: fc.integer({ min: 0, max: 1439 }),
  offset: fc.constantFrom('+03:00', '+05:00', ''),
  obj_oid: rarely(fc.constantFrom('site', 'shop')),
  status: fc.constantFrom(1, 2, 3, 8, 9, 17, 99),
  call_type: fc.constantFrom({ id: 1 }, { id: 2 }, null),
  target: rarely(fc.boolean()),
  duration: rarely(fc.constantFrom(0, 29, 30, 61, 700, 90_000, 100_000)),
  phone_number_from: rarely(fc.constantFrom('+7 495 1', '84951234567', '84957654321', 'anonymous')),
  source: rarely(fc.constantFrom({ title: 'Direct' }, { title: 'a|b%' }, { title: '~' }, { title: '!no' })),
  src: rarely(fc.constantFrom('UTM', 'TYPEIN')),
  utm: rarely(fc.constantFrom('utm_source=x&utm_campaign=roof', 'utm_campaign=doors')),
  request_uri: rarely(fc.constantFrom('https://x.test/a?b=1', 'https://x.test/b')),
  region: rarely(fc.constantFrom('Moscow', 'Kazan')),
  managers: rarely(fc.constantFrom('Anna')),
  service_name: rarely(fc.constantFrom('SMS')),
  search_request: rarely(fc.constantFrom('roof')),
  custom_status: rarely(fc.constantFrom({ id: 501, name: 'Hot' }, { id: 502, name: 'Cold' })),
  customer_status: rarely(
    fc.record({
      id: fc.constantFrom(1, 2, 3),
      status: rarely(fc.constantFrom('Won', 'Lost')),
      source: fc.constant('crm'),
    }),
  ),
})
type Contact = typeof contact extends fc.Arbitrary<infer T> ? T : never

const two = (value: number) => String(value).padStart(2, '0')
const recordOf = ({ day, minute, offset, ...rest }: Contact, id: number) => ({
  ...rest,
  id,
  date: `${dayText(FIRST + day)}T${two(Math.floor(minute / 60))}:${two(minute % 60)}:00${offset}`,
})

const keep = async (contacts: readonly Contact[], isJoined = false) => {
  const { store } = await openTestStore()
  const records = contacts.map((one, nth) => ({
    day: one.day,
    minute: one.minute,
    record: recordOf(one, nth + 1),
  }))
  await store.replaceDays(
    ACCOUNT,
    [0, 1, 2, 3].map((day) => ({
      ...readDay(FIRST + day, []),
      records: records
        .filter((one) => one.day === day)
        .toSorted((a, b) => b.minute - a.minute)
        .map(({ record }) => record),
    })),
  )
  if (isJoined) await store.joinSegments(ACCOUNT, DAYS)
  return store
}
type Store = Awaited<ReturnType<typeof keep>>

const find = async (store: Store, query: Record<string, string>) => {
  const question = readListQuery({ date_from: dayText(DAYS.first), date_to: dayText(DAYS.last), ...query })
  if (question === null) throw new Error('no question')
  const { contacts, ...rest } = await listContacts(store, {
    ...listQuestionOf(ACCOUNT, { limit: '1000', ...question }),
    hidden: NOTHING_HIDDEN,
  })
  return { ...rest, contacts: parseSharedJson(contacts) as Record<string, unknown>[] }
}

const inOrder = (ids: readonly unknown[]) => ids.toSorted((a, b) => Number(a) - Number(b))

const overview = async (store: Store, oid: string | null) => {
  const data = createDataset()
  const taker = createSegmentTaker(data, oid, DAYS)
  for (const { first, last } of await store.segmentDays(ACCOUNT, DAYS)) {
    const segment = await store.segment(ACCOUNT, first)
    taker.take({ first, last }, await unpack(segment!.bytes))
  }
  return data
}

const values: fc.Arbitrary<Values> = fc.record({
  values: fc.uniqueArray(
    rarely(
      fc.constantFrom(
        ...[
          'Direct',
          'a|b%',
          '~',
          '!no',
          'UTM',
          'roof',
          'doors',
          'https://x.test/a',
          'Moscow',
          'Anna',
          'SMS',
        ].concat([
          '1',
          '2',
          '3',
          '9',
          'call',
          'form',
          'first_time',
          'repeated',
          'target',
          'not_target',
          'Hot',
          '501',
          '0',
          '12',
        ]),
      ),
    ),
    { minLength: 1, maxLength: 4 },
  ),
  except: fc.boolean(),
})
const REPORTED = VALUE_FILTERS.filter((name) => name !== 'deal_status')

test('a list has as many contacts as the overview counts with the same filters, and the same ones', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(contact, { minLength: 1, maxLength: 30 }),
      fc.boolean(),
      fc.option(fc.constantFrom('site', 'shop'), { nil: null }),
      fc.uniqueArray(fc.tuple(fc.constantFrom(...REPORTED), values), {
        maxLength: 3,
        selector: ([name]) => name,
      }),
      fc.record({
        has_caller: rarely(fc.constantFrom('0', '1')),
        has_deal: rarely(fc.constantFrom('0', '1')),
      }),
      async (contacts, isJoined, oid, narrowed, has) => {
        const store = await keep(contacts, isJoined)
        const query: Record<string, string> = oid === null ? {} : { object: oid }
        const filters: Filter[] = []
        for (const [name, chosen] of narrowed) {
          query[name] = writeValues(chosen)
          expect(readValues(query[name])).toEqual(chosen)
          filters.push({ by: name, ...chosen })
        }
        for (const [name, by] of [
          ['has_caller', 'caller'],
          ['has_deal', 'deal'],
        ] as const)
          if (has[name] !== null) {
            query[name] = has[name]
            filters.push({ by, values: [null], except: has[name] === '1' })
          }
        const { total, contacts: found } = await find(store, query)
        const counted = answer.rows(await overview(store, oid), null, { filters, limit: 1000 })
        expect(total).toBe(counted.total)
        expect(inOrder(found.map(({ id }) => id))).toEqual(inOrder(counted.rows.map(({ id }) => id)))
      },
    ),
    { numRuns: 60 },
  )
})

test('those who did not get through are as many as the overview says, whatever narrows the list', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(contact, { minLength: 1, maxLength: 30 }),
      fc.option(fc.constantFrom('site', 'shop'), { nil: null }),
      fc.boolean(),
      async (contacts, oid, isNarrowed) => {
        const store = await keep(contacts)
        const filters: Filter[] = isNarrowed ? [{ by: 'region', values: ['Moscow'] }] : []
        const { total, contacts: found } = await find(store, {
          not_reached: '1',
          ...(oid === null ? {} : { object: oid }),
          ...(isNarrowed ? { region: 'Moscow' } : {}),
        })
        const counted = answer.not_through(await overview(store, oid), null, { filters })
        expect(total).toBe(counted.total)
        expect(inOrder(found.map(({ id }) => id))).toEqual(
          inOrder(counted.callers.map(({ callId }) => callId)),
        )
      },
    ),
    { numRuns: 40 },
  )
})

test('a deal’s status is what the newest contact says of it, and no deal has none', async () => {
  const blank = { day: 0, offset: '+03:00', obj_oid: 'site', status: 2 }
  const deal = (minute: number, id: number | null, status: string | null) =>
    ({ ...blank, minute, customer_status: id === null ? null : { id, status, source: 'crm' } }) as Contact
  const store = await keep([
    deal(1, 1, 'Lost'),
    deal(2, 1, 'Won'),
    deal(3, 2, null),
    deal(4, null, null),
    deal(5, 3, 'Lost'),
  ])
  expect(dealStatuses(await overview(store, null))).toEqual([
    { name: 'Lost', deals: 1 },
    { name: 'Won', deals: 1 },
  ])
  const ids = async (query: Record<string, string>) => (await find(store, query)).contacts.map(({ id }) => id)
  expect(await ids({ deal_status: 'Won' })).toEqual([2, 1])
  expect(await ids({ deal_status: '!Won' })).toEqual([5, 4, 3])
  expect(await ids({ deal_status: '~' })).toEqual([4, 3])
  expect(await ids({ deal_status: '~', has_deal: '1' })).toEqual([3])
})

test('pages together are the list, in both orders and ways, of equal ones the newest first', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(contact, { minLength: 1, maxLength: 25 }),
      fc.integer({ min: 1, max: 7 }),
      fc.constantFrom<Record<string, string>>(
        {},
        { order_way: 'ASC' },
        { order_field: 'duration' },
        { order_field: 'duration', order_way: 'ASC' },
        { status_filter: 'missed' },
      ),
      async (contacts, limit, query) => {
        const store = await keep(contacts)
        const whole = await find(store, query)
        const paged: unknown[] = []
        for (let offset = 0; offset < whole.total + limit; offset += limit) {
          const page = await find(store, { ...query, offset: String(offset), limit: String(limit) })
          expect(page.total).toBe(whole.total)
          paged.push(...page.contacts)
        }
        expect(paged).toEqual(whole.contacts)
        expect(new Set(paged.map((one) => (one as { id: number }).id)).size).toBe(whole.total)
        if (query['order_field'] === undefined) return
        const isRising = query['order_way'] === 'ASC'
        const newest = (await find(store, {})).contacts.map(({ id }) => id)
        const wanted = whole.contacts.toSorted((a, b) => {
          const [left, right] = [a['duration'], b['duration']] as (number | null)[]
          if (left === right) return newest.indexOf(a['id']) - newest.indexOf(b['id'])
          if (left === null || right === null) return left === null ? 1 : -1
          return isRising ? left! - right! : right! - left!
        })
        expect(whole.contacts).toEqual(wanted)
      },
    ),
    { numRuns: 60 },
  )
})

test('what cannot be read stands where it was listed, in lists without filters only', async () => {
  const { store } = await openTestStore()
  const on = (id: number | null, minute: number, oid = 'site') => ({
    id,
    obj_oid: oid,
    date: `${dayText(FIRST)}T00:${two(minute)}:00+03:00`,
    status: 1,
  })
  const [top, between, foreign] = [on(null, 9), on(null, 5), on(null, 3, 'shop')]
  await store.replaceDays(ACCOUNT, [
    { ...readDay(FIRST, []), records: [top, on(1, 8), on(2, 7), between, on(3, 4, 'shop'), foreign, 'odd'] },
    { ...readDay(FIRST + 1, []), records: [on(null, 1)] },
  ])
  const shown = async (query: Record<string, string>) => {
    const { contacts, total } = await find(store, query)
    expect(total).toBe(contacts.length)
    return contacts.map((one) =>
      typeof one === 'object' ? `${one['obj_oid'] as string} ${one['id'] as number}` : one,
    )
  }
  const all = ['site null', 'site null', 'site 1', 'site 2', 'site null', 'shop 3', 'shop null', 'odd']
  expect(await shown({})).toEqual(all)
  expect(await shown({ order_way: 'ASC' })).toEqual(all.toReversed())
  expect(await shown({ object: 'shop' })).toEqual(['shop 3', 'shop null'])
  expect(await shown({ order_field: 'duration' })).toHaveLength(8)
  expect(await shown({ status: '1' })).toEqual(['site 1', 'site 2', 'shop 3'])
  expect(await shown({ id: '2' })).toEqual(['site 2'])
})

test('two objects’ contacts of one number are told apart, and their objects are named', async () => {
  const { store } = await openTestStore()
  await store.replaceDays(ACCOUNT, [
    readDay(FIRST, [
      { oid: 'site', id: 7, note: 'Moscow' },
      { oid: 'shop', id: 7, note: 'Kazan' },
    ]),
  ])
  expect(await find(store, { object: 'shop', id: '7' })).toMatchObject({
    total: 1,
    contacts: [{ obj_oid: 'shop', region: 'Kazan' }],
    objects: [{ oid: 'shop', title: 'Object shop' }],
  })
  expect((await find(store, { id: '7' })).contacts.map((one) => one['region'])).toEqual(['Moscow', 'Kazan'])
  expect((await find(store, { limit: '1' })).objects).toEqual([{ oid: 'site', title: 'Object site' }])
})
