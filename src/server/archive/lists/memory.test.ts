import { expect, test, vi } from 'vitest'
import { dayNumber } from '#/contract/day.ts'
import { openTestStore, readDay } from '#/server/archive/archive-testing.ts'
import { parseSharedJson } from '#/server/threads/shared-json.ts'
import { listContacts } from './find.ts'
import { createMemory } from './memory.ts'
import { listQuestionOf } from './question.ts'

test('what was used longest ago is forgotten when there is too much, and all of it after some minutes', () => {
  let now = 1
  const memory = createMemory<string>(10, () => now)
  memory.keep('a', 1, 'A', 4)
  memory.keep('b', 1, 'B', 4)
  expect(memory.find('a', 1)).toBe('A')
  memory.keep('c', 1, 'C', 4)
  expect(['a', 'b', 'c'].map((key) => memory.find(key, 1))).toEqual(['A', undefined, 'C'])
  expect(memory.find('c', 2)).toBeUndefined()
  now += 4 * 60_000
  expect(memory.find('a', 1)).toBeUndefined()
  memory.keep('too much', 1, 'X', 11)
  expect(memory.find('too much', 1)).toBeUndefined()
})

const FIRST = dayNumber('2026-11-16')
const question = (account: string, offset: string) => ({
  ...listQuestionOf(account, { date_from: '2026-11-16', date_to: '2026-11-17', offset, limit: '1' }),
  hidden: new Set<string>(),
})

test('the next page is of the list that was found, until a day of the account changes', async () => {
  const { store } = await openTestStore()
  const two = [
    { oid: 'site', id: 1, note: 'x' },
    { oid: 'site', id: 2, note: 'x' },
  ]
  for (const account of ['one', 'two']) await store.replaceDays(account, [readDay(FIRST, two)])
  const decoded = vi.spyOn(store, 'segments')
  const ids = async (account: string, offset: string) => {
    const { contacts, total } = await listContacts(store, question(account, offset))
    return [total, ...(parseSharedJson(contacts) as { id: number }[]).map(({ id }) => id)]
  }
  expect(await ids('one', '0')).toEqual([2, 1])
  expect(await ids('one', '1')).toEqual([2, 2])
  expect(decoded).toHaveBeenCalledTimes(1)
  expect(await ids('two', '1')).toEqual([2, 2])
  expect(decoded).toHaveBeenCalledTimes(2)

  await store.replaceDays('one', [readDay(FIRST + 1, [{ oid: 'site', id: 3, note: 'x' }], 2)])
  decoded.mockClear()
  expect(await ids('two', '0')).toEqual([2, 1])
  expect(decoded).not.toHaveBeenCalled()
  expect(await ids('one', '0')).toEqual([3, 3])
  await store.replaceDays('one', [readDay(FIRST + 1, [], 3)])
  expect(await ids('one', '0')).toEqual([2, 1])
  await store.purge(FIRST + 1)
  expect(await ids('one', '0')).toEqual([0])
  await store.forget('two', null, false)
  expect(await ids('two', '0')).toEqual([0])
})

test('a list whose day was replaced before its records were read is found anew', async () => {
  const { store } = await openTestStore()
  await store.replaceDays('one', [readDay(FIRST, [{ oid: 'site', id: 1, note: 'x' }])])
  const { records } = store
  vi.spyOn(store, 'records').mockImplementationOnce(async (account, day) => {
    await store.replaceDays('one', [readDay(FIRST, [{ oid: 'site', id: 9, note: 'x' }], 2)])
    return records(account, day)
  })
  const { contacts } = await listContacts(store, question('one', '0'))
  expect(parseSharedJson(contacts)).toMatchObject([{ id: 9 }])
})
