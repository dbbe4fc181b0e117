import { createFileRoute } from '@tanstack/react-router'
import { ChangesPage } from '#/features/overview/changes/changes-page.tsx'
import { arriveAtOverview, OVERVIEW_SWITCH, readOverviewSearch } from '#/features/overview/search.ts'

export const Route = createFileRoute('/_app/overview_/changes')({
  staticData: { arrive: arriveAtOverview, clientSwitch: { ...OVERVIEW_SWITCH, to: '/overview/changes' } },
  validateSearch: (raw) => readOverviewSearch(raw).search,
  component: ChangesPage,
})
