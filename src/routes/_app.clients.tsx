import { createFileRoute } from '@tanstack/react-router'
import { firstAnswer } from '#/api/first-answer.ts'
import { agencyQuery } from '#/api/agency.ts'
import { ClientsPage } from '#/features/agency/clients/clients-page.tsx'
import { readPeriodSearch, type PeriodSearch } from '#/domain/period/period-search.ts'
import { arriveWithout, readListSearch, textsOf } from '#/domain/search-params.ts'
import type { ClientSwitch } from '#/domain/client/client-switch.ts'
import { ManagersOnly } from '#/features/agency/managers-only.tsx'

const keepAll: ClientSwitch['keep'] = (search) => ({ retained: textsOf(search), dropped: [] })

interface ClientsSearch extends PeriodSearch {
  readonly q?: string | undefined
}

const read = (raw: Readonly<Record<string, unknown>>) => {
  const { search: period, dropped } = readPeriodSearch(raw)
  const search: ClientsSearch = { ...period, ...readListSearch(raw) }
  return { search, dropped }
}

export const Route = createFileRoute('/_app/clients')({
  // Independent of a client.
  staticData: {
    arrive: (raw) => arriveWithout(read(raw)),
    clientSwitch: { to: '/clients', keep: keepAll },
  },
  validateSearch: (raw) => read(raw).search,
  loader: ({ context: { queryClient, session, scope }, cause }) =>
    session.user?.is_agency_manager
      ? firstAnswer(queryClient, agencyQuery(scope.principal), cause)
      : undefined,
  component: function Clients() {
    const { session } = Route.useRouteContext()
    return session.user?.is_agency_manager ? <ClientsPage /> : <ManagersOnly />
  },
})
