import type { QueryClient } from '@tanstack/react-query'
import { createRouter, type RouterHistory } from '@tanstack/react-router'
import type { ClientSwitch } from '#/domain/client/client-switch.ts'
import { ErrorPage, NotFoundPage } from './error-page.tsx'
import type { routeTree } from '../routeTree.gen.ts'
import { parseSearch, stringifySearch } from '#/domain/search-params.ts'

export type AppRoutes = typeof routeTree
export type FirstRoutes = (putAll: (all: AppRoutes) => void) => AppRoutes

export const createAppRouter = (
  queryClient: QueryClient,
  history: RouterHistory,
  routes: AppRoutes | FirstRoutes,
) => {
  const putAll = (all: AppRoutes) => router.update({ ...router.options, routeTree: all })
  const router = createRouter({
    routeTree: typeof routes === 'function' ? routes(putAll) : routes,
    history,
    context: { queryClient },
    parseSearch,
    stringifySearch,
    // Loaders answer from the query cache.
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 150,
    defaultErrorComponent: ErrorPage,
    defaultNotFoundComponent: () => <NotFoundPage />,
    scrollRestoration: true,
  })
  return router
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
  interface StaticDataRouteOption {
    /** Where choosing another client leads, and which search parameters survive it. */
    readonly clientSwitch?: ClientSwitch
    /** Redirects on arrival; null: none. */
    readonly arrive?: (raw: Readonly<Record<string, unknown>>) => {
      readonly search: object
      readonly state: { readonly caller?: string; readonly dropped?: readonly string[] }
    } | null
  }
  interface HistoryState {
    /** The journal's caller filter and whose it is; see domain/session/caller.ts. */
    caller?: string
    callerOf?: string
    /** What a list is searched for where it is an email address; see domain/use-list-search.ts. */
    email?: string | undefined
    /** Dropped invalid parameters. */
    dropped?: readonly string[]
    /** Names of those that were taken off, because others look on; see domain/privacy-mode/readable.ts. */
    masked?: readonly string[]
    /** The previous entry is the list. */
    fromObjects?: true
    /** Opened from Missed callers; true: the previous entry is that list. */
    fromCallers?: boolean
    /** The saved view that the journal was opened with. */
    view?: string
    /** Where in the journal's list the opened contact stands, for Previous, Next and Back to journal. */
    journal?: {
      readonly index: number
      readonly search: Readonly<Record<string, string>>
      readonly all: boolean
      /** The journal's history entry. */
      readonly entry?: string
    }
  }
}
