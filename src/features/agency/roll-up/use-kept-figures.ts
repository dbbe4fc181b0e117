import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { comparisonOf } from '#/analytics/compare.ts'
import { METRIC_IDS } from '#/analytics/metrics.ts'
import { archiveRollUpQuery, type RollUpAsked } from '#/api/roll-up/kept-figures.ts'
import type { RolledUpAccount } from '#/contract/archive/roll-up.ts'
import type { DayRange } from '#/contract/day.ts'
import { useIsClockAsked } from '#/features/agency/over-clients/use-agency-today.ts'
import type { CountsStore } from './client-counts.ts'
import { keptAnswers } from './kept-figures.ts'
import { createRollUp, type CountAnswers } from './roll-up.ts'

/** What our server keeps of the clients' figures. */
export interface KeptFigures {
  /** What was asked for; null: our server keeps nothing, and the service is asked. */
  readonly asked: RollUpAsked | null
  /** Nothing is known yet. */
  readonly isPending: boolean
  readonly accounts: ReadonlyMap<string, RolledUpAccount>
}

const NONE: readonly RolledUpAccount[] = []

/** The figures that our server has counted of what it keeps, put among the counts; comparisons cost nothing, and come along. */
export const useKeptFigures = (
  principal: string,
  days: DayRange,
  today: string,
  counts: CountsStore,
): KeptFigures => {
  const isClockAsked = useIsClockAsked()
  const asked = useMemo(
    (): RollUpAsked => ({ days, compared: comparisonOf(days, today)?.previous ?? null }),
    [days, today],
  )
  const { data, isPending, isError, isPlaceholderData } = useQuery({
    ...archiveRollUpQuery(principal, asked),
    // That of the clients' clock is asked first: then our server knows who they are.
    enabled: isClockAsked,
    placeholderData: keepPreviousData,
  })
  const accounts = useMemo(
    () =>
      new Map(
        (isPlaceholderData ? NONE : (data?.accounts ?? NONE)).flatMap((account) =>
          account.client === null ? [] : [[account.client, account] as const],
        ),
      ),
    [data, isPlaceholderData],
  )
  const answers = useMemo(() => {
    const { requests } = createRollUp({ metrics: METRIC_IDS, isCompared: true, days }, today)
    const comparison = comparisonOf(days, today)
    return new Map<string, CountAnswers>(
      [...accounts].map(([client, account]) => [client, keptAnswers(account, requests, days, comparison)]),
    )
  }, [accounts, days, today])
  useEffect(() => counts.keep(answers), [counts, answers])
  const isUsed = !isError && data !== null
  return useMemo(
    () => ({
      asked: isUsed ? asked : null,
      isPending: isUsed && (isPending || isPlaceholderData),
      accounts,
    }),
    [isUsed, asked, isPending, isPlaceholderData, accounts],
  )
}
