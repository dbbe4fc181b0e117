import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { DAY_MS } from '#/contract/day.ts'
import { readDay } from './archive-testing.ts'
import { countHere, countInThread } from './counting/counting.ts'
import { openArchiveInMemory } from './open.ts'

/* An in-memory archive is shared by the process's threads, and with no other process. */

const ACCOUNT = 'somebody'
const FIRST = 20_000
const DAYS = 12
const NOW = (FIRST + DAYS + 30) * DAY_MS

// SQLite's temporary files would appear here.
const temporary = mkdtempSync(join(tmpdir(), 'callboard-memory-'))
process.env['SQLITE_TMPDIR'] = temporary
afterAll(() => rmSync(temporary, { recursive: true }))

const QUESTION = {
  account: ACCOUNT,
  stretches: [{ first: FIRST, last: FIRST + DAYS - 1 }],
  hidden: new Set<string>(),
  now: NOW,
}

test('several threads count one archive in memory while another writes it', async () => {
  const before = readdirSync('.')
  const { store, database, address } = await openArchiveInMemory()
  const threads = [countInThread(address), countInThread(address)]
  const write = async (nth: number, note: string) => {
    const contacts = Array.from({ length: 200 }, (_, at) => ({ oid: 'site', id: nth * 1_000 + at, note }))
    const days = { first: FIRST + nth, last: FIRST + nth }
    await store.replaceDays(ACCOUNT, [readDay(FIRST + nth, contacts, NOW)])
    await store.settle(ACCOUNT, days, { state: 'complete', gaps: [], readAt: NOW, triedAt: NOW })
  }
  const written = { isAll: false }
  const writing = (async () => {
    for (const round of ['a', 'b', 'c']) for (let nth = 0; nth < DAYS; nth++) await write(nth, round)
    written.isAll = true
  })()
  // Concurrent questions neither fail nor see half a day.
  const pendingCounts = threads.map(async ({ count }) => {
    let requested = 0
    for (; !written.isAll || requested === 0; requested++) {
      const [stretch] = await count('account', QUESTION)
      for (const { contacts } of stretch?.byDay ?? []) expect([0, 200]).toContain(contacts)
      expect((await store.map(ACCOUNT, QUESTION.stretches[0]!)).length).toBeLessThanOrEqual(DAYS)
    }
    return requested
  })
  await writing
  for (const requested of await Promise.all(pendingCounts)) expect(requested).toBeGreaterThan(0)

  const here = await countHere(store).count('account', QUESTION)
  expect(here).toMatchObject([{ is: 'whole', counts: { contacts: DAYS * 200 } }])
  for (const { count } of threads) expect(await count('account', QUESTION)).toEqual(here)

  await store.forget(ACCOUNT, null, false)
  for (const { count } of threads) expect(await count('account', QUESTION)).toMatchObject([{ counts: null }])
  await Promise.all(threads.map(({ close }) => close()))
  await database.destroy()
  expect([readdirSync('.'), readdirSync(temporary)]).toEqual([before, []])
})

test('who reads finds a moment between writes that follow each other without end', async () => {
  const { store, database, address } = await openArchiveInMemory()
  const { count, close } = countInThread(address)
  const ask = async () => {
    expect(await count('account', QUESTION)).toMatchObject([{ counts: null }])
    expect(await store.map(ACCOUNT, QUESTION.stretches[0]!)).toEqual([])
  }
  await ask()
  const read = { isAll: false }
  // A second write queues during the first.
  const writing = [1, 2].map(async () => {
    while (!read.isAll)
      await database
        .transaction()
        .execute((write) =>
          sql`with recursive n (x) as (select 1 union all select x + 1 from n where x < 500000) select max(x) from n`.execute(
            write,
          ),
        )
  })
  try {
    for (let nth = 0; nth < 5; nth++) await ask()
  } finally {
    read.isAll = true
    await Promise.all(writing)
  }
  await close()
  await database.destroy()
})

test('is gone with its last connection, and two are never one', async () => {
  const [one, other] = [await openArchiveInMemory(), await openArchiveInMemory()]
  await one.store.replaceDays(ACCOUNT, [readDay(FIRST, [{ oid: 'site', id: 1, note: 'x' }], NOW)])
  expect(await other.store.storedAccounts()).toEqual([])
  expect(await one.store.storedAccounts()).toEqual([ACCOUNT])
  await Promise.all([one.database.destroy(), other.database.destroy()])
  const { count, close } = countInThread(one.address)
  await expect(count('account', QUESTION)).rejects.toMatchObject({ error: 'archive_unavailable' })
  await close()
})
