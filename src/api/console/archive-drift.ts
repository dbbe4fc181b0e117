import { queryOptions } from '@tanstack/react-query'
import { parse, send, type Scope } from '#/api/client.ts'
import { keyOf } from '#/api/keys.ts'
import { archiveDrift, type ArchiveDrift } from '#/contract/archive/drift.ts'
import { archivePath } from '#/contract/archive/shapes.ts'

export const archiveDriftQuery = (scope: Scope) =>
  queryOptions({
    queryKey: keyOf(scope, 'archive_drift'),
    queryFn: async ({ signal }): Promise<ArchiveDrift | null> => {
      const answer = await send('GET', `${archivePath(scope.client)}/drift`, { scope, signal })
      return answer === null ? null : parse(archiveDrift, answer)
    },
  })
