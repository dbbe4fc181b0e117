import { createFileRoute, redirect, retainSearchParams } from '@tanstack/react-router'
import { sessionQuery } from '#/api/session.ts'
import { scopeOf } from '#/domain/session/scope.ts'
import { Shell } from '#/app/shell.tsx'
// Every page but the one to sign in comes together with these routes.
import '#/ui/later-icons.ts'

/** Everything behind the sign-in. `client` is on every page of an agency manager and the only place that holds the choice. */
export const Route = createFileRoute('/_app')({
  validateSearch: (raw): { client?: string; embed?: '1' } => ({
    ...(typeof raw['client'] === 'string' && { client: raw['client'] }),
    // In a portal, without rail and account: in the address, so that the frame may be loaded anew.
    ...(raw['embed'] === '1' && { embed: '1' }),
  }),
  search: { middlewares: [retainSearchParams(['client', 'embed'])] },
  beforeLoad: async ({ context, search, location }) => {
    const session = await context.queryClient.ensureQueryData(sessionQuery)
    if (session.wall) throw redirect({ to: '/live', replace: true })
    const scope = scopeOf(session, search.client)
    if (scope === null) throw redirect({ to: '/sign-in', search: { next: location.href }, replace: true })
    return { session, scope }
  },
  component: Shell,
})
