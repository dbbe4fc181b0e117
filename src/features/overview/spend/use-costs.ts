import { hashKey } from '@tanstack/react-query'
import { useMemo } from 'react'
import { narrowedDays, toDays } from '#/analytics/period.ts'
import { hasSpendIn } from '#/analytics/spend/spending.ts'
import { dayNumber } from '#/contract/day.ts'
import type { SpendCosts } from '#/contract/figures/answers.ts'
import { costsBefore, type CostsBefore } from '#/domain/costs/costs-before.ts'
import { costsOf, type Costs } from '#/domain/costs/costs.ts'
import { failedDays } from '#/domain/figures/unread-days.ts'
import { errorText } from '#/domain/notice/error-text.ts'
import { usePreferences } from '#/domain/preferences/use-preferences.ts'
import { useAnswer, useOverview } from '#/features/overview/data/use-overview.ts'
import { m } from '#/i18n/paraglide/messages.js'

const NO_COSTS: Omit<SpendCosts, 'period'> = {
  parts: [],
  unsplit: 0,
  counted: [],
  planned: null,
  notPlanned: null,
}

export interface ShownCosts extends Costs {
  /** Spend is entered for the shown days; its costs may still be awaited. */
  readonly hasSpend: boolean
  readonly isAwaited: boolean
}

/** What the contacts of the overview have cost this client. */
export const useCosts = (): ShownCosts => {
  const { days, today, filters, countAs, loadedAt, state, jobOfFigures } = useOverview(
    'days',
    'today',
    'filters',
    'countAs',
    'loadedAt',
    'state',
    'jobOfFigures',
  )
  const { spend } = usePreferences().saved
  const { scope, oid } = jobOfFigures
  const period = useMemo(() => narrowedDays(days, filters), [days, filters])
  const hasSpend = useMemo(
    () => spend !== undefined && hasSpendIn(spend, { client: scope.client, object: oid }, period),
    [spend, scope.client, oid, period],
  )
  const hasAny = spend?.some(({ client }) => client === scope.client) === true
  const { data, error } = useAnswer(
    'costs',
    null,
    hasAny ? { filters, days: toDays(days), today: dayNumber(today) } : null,
  )
  const isLoaded = loadedAt !== null && failedDays(state).length === 0
  return useMemo(() => {
    // After a filter by days changed, the former answer has costs of other days.
    const spent = data && hashKey([data.period]) === hashKey([period]) ? data : null
    const unavailable = spent === null && hasSpend ? (error ? errorText(error) : m.loading()) : null
    return {
      ...costsOf(
        spent ?? { ...NO_COSTS, period },
        countAs ? { filters, countAs } : { filters },
        unavailable ?? (isLoaded ? null : m.spend_not_loaded()),
      ),
      hasSpend,
      isAwaited: unavailable !== null && error === null,
    }
  }, [data, error, period, filters, countAs, isLoaded, hasSpend])
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
