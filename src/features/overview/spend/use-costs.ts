import { useMemo } from 'react'
import { toDays } from '#/analytics/period.ts'
import { dayNumber } from '#/contract/day.ts'
import type { SpendCosts } from '#/contract/figures/answers.ts'
import { costsBefore, type CostsBefore } from '#/domain/costs/costs-before.ts'
import { costsOf, type Costs } from '#/domain/costs/costs.ts'
import { failedDays } from '#/domain/figures/unread-days.ts'
import { usePreferences } from '#/domain/preferences/use-preferences.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { useAnswer, useOverview } from '#/features/overview/data/use-overview.ts'

const useHasSpend = (): boolean => {
  const { client } = useSignedIn().scope
  return usePreferences().saved.spend?.some((one) => one.client === client) === true
}

/** What the contacts of the overview have cost this client. */
export const useCosts = (): Costs => {
  const { days, today, filters, countAs, loadedAt, state } = useOverview(
    'days',
    'today',
    'filters',
    'countAs',
    'loadedAt',
    'state',
  )
  const { data } = useAnswer(
    'costs',
    null,
    useHasSpend() ? { filters, days: toDays(days), today: dayNumber(today) } : null,
  )
  const isLoaded = loadedAt !== null && failedDays(state).length === 0
  return useMemo(() => {
    const none: SpendCosts = {
      period: days,
      parts: [],
      unsplit: 0,
      counted: [],
      planned: null,
      notPlanned: null,
    }
    return costsOf(data ?? none, countAs ? { filters, countAs } : { filters }, isLoaded)
  }, [data, days, filters, countAs, isLoaded])
}

/** Costs of the comparison; null: no comparison, or unknown. */
export const useCostsBefore = (): CostsBefore | null => {
  const { comparedDays, today, filters, countAs, loadedAt } = useOverview(
    'comparedDays',
    'today',
    'filters',
    'countAs',
    'loadedAt',
  )
  // Chosen days don't map to the comparison, and rows are counted by source only.
  const isComparable = comparedDays !== null && filters.every(({ by }) => by === 'source')
  const { data } = useAnswer(
    'costs',
    'before',
    isComparable ? { filters, days: toDays(comparedDays), today: dayNumber(today), isCompared: true } : null,
  )
  return useMemo(
    () => (data === undefined || loadedAt === null ? null : costsBefore(data, countAs ?? [])),
    [data, countAs, loadedAt],
  )
}
