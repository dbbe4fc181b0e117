import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { archiveClocksQuery } from '#/api/archive.ts'
import type { ArchiveClocks } from '#/contract/archive/clocks.ts'
import type { Session } from '#/contract/session.ts'
import { fakeFetch, fakeJson } from '#/test/fake-fetch.ts'
import { prefetchJournal } from './prefetch.ts'

test('asks by the day of the contacts, not of the device', async () => {
  const { requests } = fakeFetch(() => fakeJson({ error: 'unknown_error' }, { status: 500 }))
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const scope = { principal: 'p1', client: null }
  // 12:00 UTC is the next day there.
  const clocks: ArchiveClocks = { main: 14 * 60, objects: [['west', -600]] }
  queryClient.setQueryData(archiveClocksQuery(scope).queryKey, clocks)
  const session = { user: null } as Session
  const daysOf = async (oid: string | null) => {
    const before = requests.length
    await prefetchJournal({ queryClient, session, scope }, oid, { status_filter: 'missed' }, {}, 'enter')
    await expect.poll(() => requests.length).toBeGreaterThan(before)
    return (JSON.parse(requests.at(-1)!.body!) as { date_to: string }).date_to
  }
  expect(await daysOf(null)).toBe('2026-11-21')
  expect(await daysOf('west')).toBe('2026-11-20')
})
