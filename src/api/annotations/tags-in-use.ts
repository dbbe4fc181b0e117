import { queryOptions } from '@tanstack/react-query'
import { annotationsPath, tagsInUse } from '#/contract/annotations/annotations.ts'
import { parse, send, type Scope } from '../client.ts'
import { keyOf } from '../keys.ts'

export const tagsInUseQuery = (scope: Scope) =>
  queryOptions({
    queryKey: keyOf(scope, 'tags_in_use'),
    queryFn: async ({ signal }) =>
      parse(tagsInUse, await send('GET', `${annotationsPath(scope.client)}/tags`, { scope, signal })).tags,
    staleTime: 20_000,
  })
