import { QueryClient, QueryClientProvider, queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'

/*
 * FLOOR: what a page of React, Router and Query costs that asks for one answer and shows it, and nothing else.
 */

const queryClient = new QueryClient()
const rows = queryOptions({
  queryKey: ['rows'],
  queryFn: async () => (await (await fetch('/rows.json')).json()) as { readonly rows: readonly string[] },
})

const Page = () => <h1 data-useful>{useSuspenseQuery(rows).data.rows.length} rows</h1>

const root = createRootRoute()
const page = createRoute({
  getParentRoute: () => root,
  path: '/',
  loader: () => queryClient.ensureQueryData(rows),
  component: Page,
})
const router = createRouter({ routeTree: root.addChildren([page]) })

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
)
