import { createFileRoute, redirect } from '@tanstack/react-router'
import { sessionQuery } from '#/api/session.ts'
import { SignedInPage } from '#/features/sign-in/signed-in-page.tsx'

/** Target of a sign-in tab. */
export const Route = createFileRoute('/signed-in')({
  beforeLoad: async ({ context, location }) => {
    const session = await context.queryClient.ensureQueryData(sessionQuery)
    if (session.principal === null)
      throw redirect({ to: '/sign-in', search: { next: location.href }, replace: true })
  },
  component: SignedInPage,
})
