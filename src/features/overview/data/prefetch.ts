import type { QueryClient } from '@tanstack/react-query'
import type { Scope } from '#/api/client.ts'
import { preferencesQuery } from '#/api/preferences.ts'
import { currentTime } from '#/api/transport/server-facts.ts'
import { dayAt } from '#/contract/day.ts'
import { prefetchFigures } from '#/domain/figures/use-figures.ts'
import { cachedClock } from '#/domain/period/contacts-clock.ts'
import type { OverviewSearch } from '#/features/overview/search.ts'
import { jobOf, questionOf } from './job.ts'

/** Asks for the first figures before the page is drawn, if the day of the contacts is known. */
export const prefetchReport = async (
  queryClient: QueryClient,
  scope: Scope,
  search: OverviewSearch,
): Promise<void> => {
  const offset = cachedClock(queryClient, scope, search.object ?? null)
  if (offset === null) return
  const today = dayAt(currentTime(), offset)
  const { days, comparedDays, job } = jobOf(scope, search, today)
  const { preferences = {} } = queryClient.getQueryData(preferencesQuery(scope.principal).queryKey) ?? {}
  const question = questionOf(search, days, comparedDays, today, preferences)
  await prefetchFigures(queryClient, job, ['report', 'report_rest'], question)
}
