import { queryOptions, useQuery, type Query, type QueryClient } from '@tanstack/react-query'
import type { Scope } from '#/api/client.ts'
import { isApiError } from '#/api/error.ts'
import { keyOf, OWN_STATE, ofAccount, readKey, type CacheName } from '#/api/keys.ts'
import type { AppPage } from '#/app/pages.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { OUR_REFUSALS } from './follow-rights.ts'

/** Data without which a page is empty. */
const MADE_OF = {
  '/overview': 'all_calls',
  '/call-back': 'all_calls',
  '/calls': 'all_calls',
  '/objects': 'objects',
  '/clients': 'agency',
} as const satisfies Partial<Record<AppPage['to'], CacheName>>
type Section = (typeof MADE_OF)[keyof typeof MADE_OF]
const SECTIONS: ReadonlySet<CacheName> = new Set(Object.values(MADE_OF))
const isSection = (name: CacheName): name is Section => SECTIONS.has(name)

const sectionsQuery = (scope: Scope) =>
  queryOptions<ReadonlySet<Section>>({
    ...OWN_STATE,
    queryKey: keyOf(scope, 'refused_sections'),
    initialData: new Set<Section>(),
  })

/**
 * Remembers sections refused with 403 until they answer again.
 * @returns unsubscribe
 */
export const followSections = (queryClient: QueryClient): (() => void) => {
  const note = ({ queryKey, state: { status, error } }: Query) => {
    const key = readKey(queryKey)
    if (key === null || !isSection(key.name) || status === 'pending') return
    const isRefused = isApiError(error, 'forbidden') && !OUR_REFUSALS.has(error.code)
    const ofSections = sectionsQuery(key.scope).queryKey
    const before = queryClient.getQueryData(ofSections)
    const { name } = key
    if ((before?.has(name) ?? false) === isRefused) return
    queryClient.setQueryData(
      ofSections,
      isRefused ? new Set(before).add(name) : new Set([...(before ?? [])].filter((one) => one !== name)),
    )
  }
  const cache = queryClient.getQueryCache()
  for (const query of cache.getAll()) note(query)
  return cache.subscribe((event) => {
    if (event.type === 'updated' && (event.action.type === 'error' || event.action.type === 'success'))
      note(event.query)
  })
}

/** Whether the page's data is refused. */
export const useIsRefused = (page: AppPage['to']): boolean => {
  const { scope } = useSignedIn()
  const section = page in MADE_OF ? MADE_OF[page as keyof typeof MADE_OF] : null
  const { data } = useQuery(sectionsQuery(section === 'agency' ? ofAccount(scope.principal) : scope))
  return section !== null && data?.has(section) === true
}
