import { QueryClient, QueryClientProvider, queryOptions, useQuery } from '@tanstack/react-query'
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'

/*
 * A page of the size of bulletproof-react's: a text, after a session and its answer, with the libraries that an ordinary
 * app brings (schemas, tabs, dialogs).
 */

const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
const queryFor = (name: string) =>
  queryOptions({
    queryKey: [name],
    queryFn: async (): Promise<unknown> => (await fetch(`/${name}.json`)).json(),
  })

const Frame = () =>
  useQuery(queryFor('session')).data === undefined ? <p className="wait">…</p> : <Outlet />

const root = createRootRoute({ component: Frame })
const page = createRoute({
  getParentRoute: () => root,
  path: '/',
  loader: () => Promise.all(['session', 'rows'].map((name) => queryClient.ensureQueryData(queryFor(name)))),
  component: lazyRouteComponent(() => import('./text-page.tsx'), 'TextPage'),
})
const router = createRouter({ routeTree: root.addChildren([page]) })

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
)
