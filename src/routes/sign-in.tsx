import { createFileRoute, redirect } from '@tanstack/react-router'
import { sessionQuery } from '#/api/session.ts'
import { SignInPage } from '#/features/sign-in/sign-in-page.tsx'
import { safeNext, SIGN_IN_FAILURES, type SignInSearch } from '#/contract/sign-in/pages.ts'

export const Route = createFileRoute('/sign-in')({
  validateSearch: (raw): SignInSearch => {
    const failed = SIGN_IN_FAILURES.find((one) => one === raw['failed'])
    return {
      ...(typeof raw['next'] === 'string' ? { next: raw['next'] } : {}),
      ...(raw['ended'] === '1' ? { ended: '1' as const } : {}),
      ...(failed && { failed }),
    }
  },
  beforeLoad: async ({ context, search }) => {
    const session = await context.queryClient.ensureQueryData(sessionQuery)
    if (session.principal !== null) throw redirect({ href: safeNext(search.next), replace: true })
  },
  component: SignInPage,
})
