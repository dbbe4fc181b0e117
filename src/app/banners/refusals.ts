import { queryOptions, useQuery, type Query, type QueryClient } from '@tanstack/react-query'
import type { Scope } from '#/api/client.ts'
import { isApiError } from '#/api/error.ts'
import { keyOf, OWN_STATE, ofAccount, readKey, type CacheName } from '#/api/keys.ts'
import type { AppPage } from '#/app/pages.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { askForSession, sessionQuery } from '#/api/session.ts'

/** Our error codes for changed rights. */
const OUR_REFUSALS: ReadonlySet<string | null> = new Set(['right_missing', 'hidden_field'])

/**
 * Refreshes the session when a refusal shows that rights have changed.
 * @param onChange rights in the cache changed
 * @returns unsubscribe
 */
export const followRights = (queryClient: QueryClient, onChange: () => void): (() => void) => {
  let isOver = false
  const learn = async () => {
    const known = queryClient.getQueryData(sessionQuery.queryKey)
    const session = await askForSession({ background: true }).catch(() => null)
    if (isOver || !known || session?.principal !== known.principal) return
    if (String(session.rights) === String(known.rights)) return
    queryClient.setQueryData(sessionQuery.queryKey, session)
    onChange()
  }
  const hear = (event: { readonly type: string; readonly action?: object }) => {
    const { action } = event
    if (event.type !== 'updated' || !action || !('error' in action)) return
    if (isApiError(action.error, 'forbidden') && OUR_REFUSALS.has(action.error.code)) void learn()
  }
  const stops = [queryClient.getQueryCache().subscribe(hear), queryClient.getMutationCache().subscribe(hear)]
  return () => {
    isOver = true
    for (const stop of stops) stop()
  }
}

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
