import { createFileRoute, notFound } from '@tanstack/react-router'
import { agencyQuery } from '#/api/agency.ts'
import { ClientsPage } from '#/features/agency/clients/clients-page.tsx'

export const Route = createFileRoute('/_app/clients')({
  beforeLoad: ({ context: { session } }) => {
    // Only agency managers have clients; for everybody else there is no such page.
    if (!session.user?.is_agency_manager) throw notFound()
  },
  loader: ({ context: { queryClient, scope } }) => {
    void queryClient.prefetchQuery(agencyQuery(scope.principal))
  },
  component: ClientsPage,
})
