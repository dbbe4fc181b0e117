import { createFileRoute, redirect, retainSearchParams } from '@tanstack/react-router'
import { sessionQuery } from '#/api/session.ts'
import { scopeOf } from '#/domain/session/scope.ts'
import { Shell } from '#/app/shell.tsx'
// Needed by all pages but sign-in.
import '#/ui/later-icons.ts'

/** Signed-in pages. `client` in the address is the only store of the choice. */
export const Route = createFileRoute('/_app')({
  validateSearch: (raw): { client?: string; embed?: '1' } => ({
    ...(typeof raw['client'] === 'string' && { client: raw['client'] }),
    // Portal mode, in the address to survive reloads.
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
