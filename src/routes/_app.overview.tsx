import { createFileRoute } from '@tanstack/react-router'
import { archiveClocksQuery } from '#/api/archive.ts'
import { firstAnswer } from '#/api/first-answer.ts'
import { needsClient } from '#/domain/session/scope.ts'
import { OverviewPage } from '#/features/overview/overview-page.tsx'
import { arriveAtOverview, OVERVIEW_SWITCH, readOverviewSearch } from '#/features/overview/search.ts'

export const Route = createFileRoute('/_app/overview')({
  staticData: { arrive: arriveAtOverview, clientSwitch: OVERVIEW_SWITCH },
  validateSearch: (raw) => readOverviewSearch(raw).search,
  // With the clocks the page asks for its figures as soon as it is drawn.
  loader: ({ context: { queryClient, session, scope }, cause }) =>
    needsClient(session, scope) ? undefined : firstAnswer(queryClient, archiveClocksQuery(scope), cause),
  component: OverviewPage,
})
