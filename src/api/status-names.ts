import type { QueryClient } from '@tanstack/react-query'
import type { CallsPage } from './calls.ts'
import type { Scope } from './client.ts'
import { keysOf } from './keys.ts'

/**
 * Status names from per-object answers (`meta.statuses`, API document 3.2): the document lacks 9, 10 and 15, and
 * lists of all objects have none (G8).
 */
export const knownStatusNames = (queryClient: QueryClient, scope: Scope): ReadonlyMap<number, string> => {
  const names = new Map<number, string>()
  const pages = queryClient.getQueriesData<CallsPage>({ queryKey: keysOf(scope, 'object_calls') })
  for (const [, page] of pages)
    for (const [name, code] of Object.entries(page?.statuses ?? {})) names.set(code, name)
  return names
}
