import { createFileRoute } from '@tanstack/react-router'
import { OverviewPage } from '#/features/overview/overview-page.tsx'
import { arriveAtOverview, OVERVIEW_SWITCH, readOverviewSearch } from '#/features/overview/search.ts'

export const Route = createFileRoute('/_app/overview')({
  staticData: { arrive: arriveAtOverview, clientSwitch: OVERVIEW_SWITCH },
  validateSearch: (raw) => readOverviewSearch(raw).search,
  component: OverviewPage,
})
