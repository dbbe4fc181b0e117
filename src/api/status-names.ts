import type { QueryClient } from '@tanstack/react-query'
import type { CallsPage } from './calls.ts'
import type { Scope } from './client.ts'
import { keysOf } from './keys.ts'

/**
 * Status names by code as the per-object answers of this session have told them (`meta.statuses`, API document 3.2):
 * the document leaves out the keys of 9, 10 and 15, and the list of all objects names none (G8).
 */
export const knownStatusNames = (queryClient: QueryClient, scope: Scope): ReadonlyMap<number, string> => {
  const names = new Map<number, string>()
  const pages = queryClient.getQueriesData<CallsPage>({ queryKey: keysOf(scope, 'object_calls') })
  for (const [, page] of pages)
    for (const [name, code] of Object.entries(page?.statuses ?? {})) names.set(code, name)
  return names
}
