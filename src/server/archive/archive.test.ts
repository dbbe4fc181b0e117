import { expect, test, vi } from 'vitest'
import { createArchive } from './archive.ts'
import type { Log, LogEntry } from '#/server/log.ts'
import { openTestStore, readDay } from './archive-testing.ts'
import { countHere } from './counting/counting.ts'
import type { ArchiveStore } from './store/store.ts'

const archiveOver = (store: ArchiveStore, log: Log = () => undefined) =>
  createArchive(
    {
      store,
      counting: countHere(store),
      figuresCounting: countHere(store),
      log,
      now: Date.now,
      monotonic: () => performance.now(),
      retentionDays: 800,
      dailyRequests: 500,
    },
    { calls: {} as never, isOpen: async () => true },
  )

test('the end waits for the day that is being indexed, and begins no other', async () => {
  const { store } = await openTestStore()
  const archive = archiveOver(store)
  const day = Promise.withResolvers<number>()
  const indexed = vi.spyOn(store, 'indexSome').mockReturnValue(day.promise)
  const purged = archive.purge()
  await expect.poll(() => indexed.mock.calls.length).toBe(1)
  let isStopped = false
  const stopped = archive.stop().then(() => (isStopped = true))
  await new Promise((resolve) => setImmediate(resolve))
  expect(isStopped).toBe(false)
  day.resolve(1)
  await Promise.all([purged, stopped])
  expect(indexed).toHaveBeenCalledTimes(1)
})

test('the end waits for objects that are being kept, and says nothing of a database that closes first', async () => {
  const { store } = await openTestStore()
  const log: LogEntry[] = []
  const archive = archiveOver(store, (entry) => log.push(entry))
  const stored = Promise.withResolvers<never>()
  vi.spyOn(store, 'learnCountries').mockReturnValue(stored.promise)
  archive.seeObjects({ account: 'one' } as never, null, undefined, { objs: [] })
  let isStopped = false
  const stopped = archive.stop().then(() => (isStopped = true))
  await new Promise((resolve) => setImmediate(resolve))
  expect(isStopped).toBe(false)
  stored.reject(new Error('the database is closed'))
  await stopped
  expect(log).toEqual([])
})

test('words that were removed are tidied away, on days that removed any, and texts of an earlier version are indexed once and told', async () => {
  const { store } = await openTestStore()
  const log: LogEntry[] = []
  const archive = archiveOver(store, (entry) => log.push(entry))
  const tidied = vi.spyOn(store, 'tidyTexts')
  vi.spyOn(store, 'indexSome').mockResolvedValueOnce(50).mockResolvedValueOnce(7)
  await archive.purge()
  expect(log).toEqual([
    { event: 'archive-texts', state: 'indexing' },
    { event: 'archive-texts', state: 'indexed', days: 57 },
  ])
  await archive.settled()
  expect(tidied).toHaveBeenCalledTimes(0)

  await store.replaceDays('one', [readDay(archive.oldestDay() - 1, [{ oid: 'site', id: 1, note: '' }])])
  await archive.purge()
  await archive.settled()
  expect(tidied).toHaveBeenCalledTimes(1)
  // Forgetting does not wait for maintenance, and ignores its failure.
  tidied.mockRejectedValueOnce(Object.assign(new Error('gone'), { errcode: 10 }))
  await archive.forget('one', null)
  await archive.settled()
  expect(tidied).toHaveBeenCalledTimes(2)
  expect(log).toHaveLength(2)
  await archive.stop()
})
