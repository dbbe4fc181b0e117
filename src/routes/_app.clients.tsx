import { createFileRoute } from '@tanstack/react-router'
import { agencyQuery } from '#/api/agency.ts'
import { ClientsPage } from '#/features/agency/clients/clients-page.tsx'
import { ManagersOnly } from '#/features/agency/managers-only.tsx'

/** An agency's clients; everybody else is told that they have none. */
export const Route = createFileRoute('/_app/clients')({
  loader: ({ context: { queryClient, session, scope } }) => {
    if (session.user?.is_agency_manager) void queryClient.prefetchQuery(agencyQuery(scope.principal))
  },
  component: function Clients() {
    const { session } = Route.useRouteContext()
    return session.user?.is_agency_manager ? <ClientsPage /> : <ManagersOnly />
  },
})
