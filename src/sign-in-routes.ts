import { createRootRoute, createRoute, redirect } from '@tanstack/react-router'
import type { AppRoutes, FirstRoutes } from './app/router.tsx'
import { Route as rootRoute } from './routes/__root.tsx'
import { Route as signInRoute } from './routes/sign-in.tsx'

/** All routes of the app. Rejects where they cannot be fetched. */
export const fetchRoutes = async (): Promise<AppRoutes> => (await import('./routeTree.gen.ts')).routeTree

/**
 * The route of the page to sign in, and one for all other addresses, which has all routes put in the place of these two
 * and goes there again. They stand for all: nothing on this page can tell the difference.
 */
export const signInRoutes: FirstRoutes = (putAll) => {
  const root = createRootRoute(rootRoute.options as object)
  signInRoute.update({ id: '/sign-in', path: '/sign-in', getParentRoute: () => root } as object)
  const elsewhere = createRoute({
    getParentRoute: () => root,
    path: '$',
    beforeLoad: async ({ location }) => {
      putAll(await fetchRoutes())
      throw redirect({ href: location.href, replace: true })
    },
  })
  return root.addChildren([signInRoute, elsewhere]) as unknown as AppRoutes
}
