import { expect, test, vi } from 'vitest'
import { createArchive } from './archive.ts'
import { openTestStore } from './archive-testing.ts'
import { countHere } from './counting/counting.ts'

test('the end waits for the day that is being indexed, and begins no other', async () => {
  const { store } = await openTestStore()
  const archive = createArchive(
    {
      store,
      counting: countHere(store),
      log: () => undefined,
      now: Date.now,
      daysKept: 800,
      dailyRequests: 500,
    },
    { calls: {} as never, isOpen: async () => true },
  )
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
