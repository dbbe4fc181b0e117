import { createFileRoute, redirect } from '@tanstack/react-router'

export const Route = createFileRoute('/_app/')({
  beforeLoad: ({ context: { scope, session } }) => {
    const choosing = session.user?.is_agency_manager && scope.client === null
    throw redirect({ to: choosing ? '/clients' : '/overview', search: true, replace: true })
  },
})
