import { createFileRoute, redirect } from '@tanstack/react-router'
import { sessionQuery } from '#/api/session.ts'
import { scopeOf } from '#/domain/session/scope.ts'
import { LivePage } from '#/features/live/live-page.tsx'

/** Kiosk page without navigation. */
export const Route = createFileRoute('/live')({
  validateSearch: (raw): { client?: string } =>
    typeof raw['client'] === 'string' ? { client: raw['client'] } : {},
  beforeLoad: async ({ context, search, location }) => {
    const session = await context.queryClient.ensureQueryData(sessionQuery)
    const scope = scopeOf(session, search.client)
    if (scope === null) throw redirect({ to: '/sign-in', search: { next: location.href }, replace: true })
    return { session, scope }
  },
  component: LiveRoute,
})

function LiveRoute() {
  const { session, scope } = Route.useRouteContext()
  return <LivePage session={session} scope={scope} />
}
