import { createFileRoute, redirect } from '@tanstack/react-router'
import { sessionQuery } from '#/api/session.ts'
import { SignInPage } from '#/features/sign-in/sign-in-page.tsx'
import { safeNext } from '#/features/sign-in/next.ts'

export const Route = createFileRoute('/sign-in')({
  validateSearch: (raw): { next?: string; ended?: '1' } => ({
    ...(typeof raw['next'] === 'string' ? { next: raw['next'] } : {}),
    ...(raw['ended'] === '1' ? { ended: '1' as const } : {}),
  }),
  beforeLoad: async ({ context, search }) => {
    const session = await context.queryClient.ensureQueryData(sessionQuery)
    if (session.principal !== null) throw redirect({ href: safeNext(search.next), replace: true })
  },
  component: SignInPage,
})
