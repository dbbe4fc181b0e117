import { createFileRoute, redirect } from '@tanstack/react-router'
import { sessionQuery } from '#/api/session.ts'
import { EmbedAuthCodePage } from '#/features/sign-in/framed/embed-auth-page.tsx'

/** Pop-up of a frame on another site; signs in first if needed. */
export const Route = createFileRoute('/embed/sign-in')({
  validateSearch: (raw): { portal: string; challenge: string } => ({
    portal: typeof raw['portal'] === 'string' ? raw['portal'] : '',
    challenge: typeof raw['challenge'] === 'string' ? raw['challenge'] : '',
  }),
  beforeLoad: async ({ context, location }) => {
    const session = await context.queryClient.ensureQueryData(sessionQuery)
    if (session.principal === null)
      throw redirect({ to: '/sign-in', search: { next: location.href }, replace: true })
    return { session }
  },
  component: function EmbedAuthCode() {
    const { session } = Route.useRouteContext()
    return <EmbedAuthCodePage {...Route.useSearch()} session={session} />
  },
})
