import { queryOptions } from '@tanstack/react-query'
import { archivePath, archiveSummary, type ArchiveSummary } from '#/contract/archive/shapes.ts'
import { parse, send, type Scope } from './client.ts'
import { keyOf, ofAccount } from './keys.ts'

/** State of the archive; null: none. */
export const archiveSummaryQuery = (principal: string) =>
  queryOptions({
    queryKey: keyOf(ofAccount(principal), 'archive'),
    queryFn: async ({ signal }): Promise<ArchiveSummary> =>
      parse(archiveSummary, await send('GET', archivePath(null), { scope: ofAccount(principal), signal })),
  })

export const forgetArchive = async (scope: Scope): Promise<void> => {
  await send('DELETE', archivePath(scope.client), { scope })
}
