import { expect, test } from 'vitest'
import { createConcurrencyLimit } from './session-calls.ts'

const { signal } = new AbortController()

test('queue-of-60: six under way and sixty waiting; the next is 429, another session is not concerned', async () => {
  const inSlot = createConcurrencyLimit(6)
  const release = Promise.withResolvers<void>()
  const pending = Array.from({ length: 66 }, (_, nth) =>
    inSlot('mine', signal, () => release.promise.then(() => nth)),
  )
  await expect(inSlot('mine', signal, async () => 'late')).rejects.toMatchObject({
    status: 429,
    headers: { 'Retry-After': '2' },
  })
  expect(await inSlot('theirs', signal, async () => 'at once')).toBe('at once')
  release.resolve()
  expect(await Promise.all(pending)).toEqual(Array.from({ length: 66 }, (_, nth) => nth))
  expect(await inSlot('mine', signal, async () => 'again')).toBe('again')
})
