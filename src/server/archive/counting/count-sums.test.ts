import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { CALL_STATUS } from '#/contract/codes.ts'
import { DAY_MS, dayNumber, dayText } from '#/contract/day.ts'
import { openTestStore } from '#/server/archive/archive-testing.ts'
import { endOfDay } from '#/server/archive/reading/clock.ts'
import { SUMMED_STATUSES } from '#/server/archive/store/schema.ts'
import { runsOfDatabases } from '#/test/runs.ts'
import { countAccount } from './count-account.ts'
import { countSummed } from './count-sums.ts'

const FIRST = dayNumber('2026-10-29')
const LENGTH = 8
const ALL = { first: FIRST, last: FIRST + LENGTH - 1 }
const STRETCHES = [ALL, { first: FIRST, last: FIRST + 2 }, { first: FIRST + 5, last: FIRST + 7 }]
const NOW = endOfDay(ALL.last) + DAY_MS
const ACCOUNTS = ['agency 1', 'agency 2', 'agency 3']
const NOTHING: ReadonlySet<string> = new Set()

const contact = fc.record({
  account: fc.nat(2),
  day: fc.nat(LENGTH - 1),
  /** Contacts whose own date differs from the listed day, or is missing. */
  says: fc.constantFrom('its day', 'its day', 'its day', 'the day before', 'nothing'),
  zone: fc.constantFrom('+03:00', '+03:00', '+07:00', '-02:30'),
  status: fc.integer({ min: 0, max: 19 }),
  call_type: fc.constantFrom(1, 2, null),
  target: fc.constantFrom(true, false, null),
})
const change = fc.record({
  is: fc.constantFrom('read again', 'join' as const, 'split' as const, 'forget' as const),
  account: fc.nat(2),
  day: fc.nat(LENGTH - 1),
})

test('what the database adds is what is counted from columns, whatever was read, joined, split and forgotten', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(contact, { maxLength: 40 }),
      fc.array(change, { maxLength: 6 }),
      async (drawn, changes) => {
        const contacts = drawn.map((one, nth) => ({ ...one, id: nth + 1 }))
        const { store } = await openTestStore()
        const read = async (nth: number, day: number, some = contacts) => {
          const own = some.filter((one) => one.account === nth && one.day === day)
          const records = own.map(({ id, says, zone, ...rest }) => ({
            id,
            obj_oid: 'site',
            ...(says !== 'nothing' && {
              date: `${dayText(FIRST + day - (says === 'its day' ? 0 : 1))}T12:00:00${zone}`,
            }),
            status: rest.status,
            call_type: rest.call_type && { id: rest.call_type },
            target: rest.target,
          }))
          await store.replaceDays(ACCOUNTS[nth]!, [
            { day: FIRST + day, readAt: NOW, records, titles: [], faulty: [] },
          ])
        }
        const settle = (nth: number) =>
          store.settle(ACCOUNTS[nth]!, ALL, { state: 'complete', gaps: [], readAt: NOW, triedAt: NOW })
        for (const nth of ACCOUNTS.keys()) {
          for (let day = 0; day < LENGTH; day++) await read(nth, day)
          await settle(nth)
        }
        for (const { is, account, day } of changes) {
          if (is === 'read again') {
            await read(
              account,
              day,
              contacts.filter((_, nth) => nth % 2 === 0),
            )
            await settle(account)
          } else if (is === 'forget') await store.forget('agency', String(account + 1), false)
          else await store.joinSegments(ACCOUNTS[account]!, ALL)
        }
        const summed = await countSummed(
          store,
          new Map(ACCOUNTS.map((one) => [one, NOTHING])),
          STRETCHES,
          NOW,
        )
        for (const account of ACCOUNTS) {
          const counted = await countAccount(store, {
            account,
            stretches: STRETCHES,
            hidden: NOTHING,
            now: NOW,
          })
          const isComplete = counted.every(({ is, asOf }) => is === 'whole' && asOf !== null)
          const sum = summed.get(account)
          if (!isComplete) expect(sum).toBeUndefined()
          else expect(sum).toEqual(counted)
        }
      },
    ),
    runsOfDatabases(60, 2_000),
  )
})

test('what a session may not see is not told, and days that are not held whole are not added', async () => {
  const { store } = await openTestStore()
  const record = {
    id: 1,
    obj_oid: 'site',
    date: `${dayText(FIRST)}T12:00:00+03:00`,
    status: 2,
    call_type: { id: 1 },
    target: true,
  }
  const day = { first: FIRST, last: FIRST }
  await store.replaceDays('agency 1', [
    { day: FIRST, readAt: NOW, records: [record], titles: [], faulty: [] },
  ])
  const ask = async (hidden: readonly string[], stretches = [day]) =>
    (await countSummed(store, new Map([['agency 1', new Set(hidden)]]), stretches, NOW)).get('agency 1')?.[0]
  expect(await ask([])).toBeUndefined()
  await store.settle('agency 1', day, { state: 'complete', gaps: [], readAt: NOW, triedAt: NOW })
  expect(await ask([])).toMatchObject({
    counts: { contacts: 1, first_time: 1, target: 1, statuses: { ANSWER: 1 } },
    offset: 180,
  })
  expect(await ask(['call_type', 'target', 'status', 'date'])).toMatchObject({
    counts: { contacts: 1, first_time: null, target: null, statuses: null },
    offset: null,
  })
  expect(await ask([], [{ first: FIRST - 1, last: FIRST }])).toBeUndefined()
})

test('every status of the service has a sum', () => {
  expect(Object.values(CALL_STATUS).toSorted((a, b) => a - b)).toEqual([...SUMMED_STATUSES])
})
