import type { QueryClient } from '@tanstack/react-query'
import { createRouter, type RouterHistory } from '@tanstack/react-router'
import type { ClientSwitch } from '#/domain/client/client-switch.ts'
import { ErrorPage } from './error-page.tsx'
import { NotFoundPage } from './not-found-page.tsx'
import type { routeTree } from '../routeTree.gen.ts'
import { parseSearch, stringifySearch } from '#/domain/search-params.ts'

export type AppRoutes = typeof routeTree
/** Some of them, which stand for all until they have all put in their place. */
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
    // The query cache keeps the data: the router runs its loaders each time, and they answer from the cache.
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
  /** What each page's route declares of its address; a test walks all routes. */
  interface StaticDataRouteOption {
    /** Where choosing another client leads, and which search parameters survive it. */
    readonly clientSwitch?: ClientSwitch
    /** What of the address the user arrived by must not stay in it; null: nothing. */
    readonly arrive?: (raw: Readonly<Record<string, unknown>>) => {
      readonly search: object
      readonly state: { readonly caller?: string; readonly dropped?: readonly string[] }
    } | null
  }
  interface HistoryState {
    /** The journal's caller filter and whose it is; see domain/session/caller.ts. */
    caller?: string
    callerOf?: string
    /** Names of the search parameters that were dropped on arrival because they were invalid. */
    dropped?: readonly string[]
    /** Names of those that were taken off, because others look on; see domain/privacy-mode/readable.ts. */
    masked?: readonly string[]
    /** The object was opened from the list of objects, which is the entry before this one. */
    fromObjects?: true
    /** The saved view that the journal was opened with. */
    view?: string
    /** Where in the journal's list the opened contact stands, for Previous, Next and Back to journal. */
    journal?: {
      readonly index: number
      readonly search: Readonly<Record<string, string>>
      readonly all: boolean
      /** Key of the journal's own entry, whose current row goes along. */
      readonly entry?: string
    }
  }
}
