import { createFileRoute, redirect } from '@tanstack/react-router'
import { homeOf } from '#/contract/start/first-request.ts'

export const Route = createFileRoute('/_app/')({
  beforeLoad: ({ context: { scope, session } }) => {
    throw redirect({ to: homeOf(session, scope.client), search: true, replace: true })
  },
})
