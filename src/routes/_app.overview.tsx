import { createFileRoute } from '@tanstack/react-router'
import { archiveClocksQuery } from '#/api/archive.ts'
import { firstAnswer } from '#/api/first-answer.ts'
import { preferencesQuery } from '#/api/preferences.ts'
import { needsClient } from '#/domain/session/scope.ts'
import { OverviewPage } from '#/features/overview/overview-page.tsx'
import { prefetchReport } from '#/features/overview/data/prefetch.ts'
import { arriveAtOverview, OVERVIEW_SWITCH, readOverviewSearch } from '#/features/overview/search.ts'

export const Route = createFileRoute('/_app/overview')({
  codeSplitGroupings: [['component', 'loader']],
  staticData: { arrive: arriveAtOverview, clientSwitch: OVERVIEW_SWITCH },
  validateSearch: (raw) => readOverviewSearch(raw).search,
  // With the clocks and what the account has chosen, figures are asked for before the page is drawn.
  loader: async ({ context: { queryClient, session, scope }, location, cause }) => {
    if (needsClient(session, scope)) return
    await Promise.all([
      firstAnswer(queryClient, archiveClocksQuery(scope), cause),
      firstAnswer(queryClient, preferencesQuery(scope.principal), cause),
    ])
    if (cause === 'enter')
      await prefetchReport(queryClient, scope, readOverviewSearch(location.search).search)
  },
  component: OverviewPage,
})
