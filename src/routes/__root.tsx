import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, Outlet, redirect } from '@tanstack/react-router'
import { stringifySearch } from '#/domain/search-params.ts'

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  // Cleans the address before any request.
  beforeLoad: ({ matches, location }) => {
    const arrival = matches.at(-1)?.staticData.arrive?.(location.search)
    if (!arrival) return
    const { caller: _, callerOf: __, ...withoutCaller } = location.state
    const [path = '/'] = location.href.split('?')
    const { client, embed }: { client?: string; embed?: string } = location.search
    throw redirect({
      href: path + stringifySearch({ client, embed, ...arrival.search }),
      state: { ...(arrival.state.caller === undefined ? location.state : withoutCaller), ...arrival.state },
      replace: true,
    })
  },
  component: Outlet,
})
