import { createFileRoute, redirect } from '@tanstack/react-router'

export const Route = createFileRoute('/_app/')({
  beforeLoad: ({ context: { scope, session } }) => {
    // The journal until there is an overview.
    const choosing = session.user?.is_agency_manager && scope.client === null
    throw redirect({ to: choosing ? '/clients' : '/calls', search: true, replace: true })
  },
})
