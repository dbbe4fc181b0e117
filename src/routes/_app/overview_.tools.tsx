import { createFileRoute } from '@tanstack/react-router'
import { ToolsPage } from '#/features/overview/tools/tools-page.tsx'
import { arriveAtOverview, OVERVIEW_SWITCH, readOverviewSearch } from '#/features/overview/search.ts'

export const Route = createFileRoute('/_app/overview_/tools')({
  staticData: { arrive: arriveAtOverview, clientSwitch: { ...OVERVIEW_SWITCH, to: '/overview/tools' } },
  validateSearch: (raw) => readOverviewSearch(raw).search,
  component: ToolsPage,
})
