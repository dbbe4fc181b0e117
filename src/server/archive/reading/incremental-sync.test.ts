import { expect, test } from 'vitest'
import { claimedPagination } from '#/api/pages.ts'
import { openTestStore, readDay } from '#/server/archive/archive-testing.ts'
import { readNewContacts } from './incremental-sync.ts'
import { TEST_ACCOUNT, TEST_DAY, TEST_NOON } from './reading-testing.ts'

test('a contact whose number is read by a country that is not known yet is no news', async () => {
  const { store } = await openTestStore()
  const days = { first: TEST_DAY, last: TEST_DAY }
  const contact = (caller: string) => ({
    id: 1,
    obj_oid: 'site',
    date: '2026-11-20T12:00:00+03:00',
    phone_number_from: '84951234567',
    caller,
  })
  const records = [contact('84951234567')]
  await store.replaceDays(TEST_ACCOUNT, [
    { ...readDay(TEST_DAY, [], TEST_NOON), records, countries: [['site', 'RU']] },
  ])
  expect((await store.records(TEST_ACCOUNT, TEST_DAY)).records).toEqual([contact('+74951234567')])
  const requestedPages: number[] = []
  const changed = await readNewContacts({
    store,
    account: TEST_ACCOUNT,
    epoch: await store.epoch(TEST_ACCOUNT),
    days,
    map: await store.map(TEST_ACCOUNT, days),
    now: () => TEST_NOON,
    ask: async (page) => {
      requestedPages.push(page)
      return {
        page: {
          records: [{ id: 1, obj_oid: 'site' }],
          pagination: claimedPagination(page, { pages: 2, hasNext: page < 2, total: 1 }),
        },
        raw: [contact('84951234567')],
        titles: [],
      }
    },
  })
  expect([requestedPages, changed]).toEqual([[1], []])
})
