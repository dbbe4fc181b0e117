import { queryOptions } from '@tanstack/react-query'
import { archiveClocks, type ArchiveClocks } from '#/contract/archive/clocks.ts'
import {
  archiveClocksPath,
  archivePath,
  archiveSummary,
  type ArchiveSummary,
} from '#/contract/archive/shapes.ts'
import { parse, send, type Scope } from './client.ts'
import { keyOf, ofAccount } from './keys.ts'
import { HOUR_MS } from '#/contract/day.ts'

/** State of the archive; null: none. */
export const archiveSummaryQuery = (principal: string) =>
  queryOptions({
    queryKey: keyOf(ofAccount(principal), 'archive'),
    queryFn: async ({ signal }): Promise<ArchiveSummary> =>
      parse(archiveSummary, await send('GET', archivePath(null), { scope: ofAccount(principal), signal })),
  })

/** Clocks of objects (G6) as far as contacts are stored; null: no archive. */
export const archiveClocksQuery = (scope: Scope) =>
  queryOptions({
    queryKey: keyOf(scope, 'archive_clocks'),
    queryFn: async ({ signal }): Promise<ArchiveClocks | null> => {
      const answer = await send('GET', archiveClocksPath(scope.client), { scope, signal })
      return answer === null ? null : parse(archiveClocks, answer)
    },
    staleTime: HOUR_MS,
    // The newest contacts tell it too.
    retry: false,
  })

export const forgetArchive = async (scope: Scope): Promise<void> => {
  await send('DELETE', archivePath(scope.client), { scope })
}
