import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'
import { comparisonOf } from '#/analytics/compare.ts'
import { DEFAULT_PERIOD } from '#/domain/period/period-choice.ts'
import type { PeriodSearch } from '#/domain/period/period-search.ts'
import { comparedWith, comparisonFor, type ComparisonChoice } from '#/domain/period/comparison.ts'
import type { MetricId } from '#/analytics/metrics.ts'
import { presetRange } from '#/analytics/period.ts'
import { keyOf, ofAccount } from '#/api/keys.ts'
import {
  clientComparisonQuery,
  isComing,
  updateComparison,
  type ClientComparisonRequest,
} from '#/api/client-comparison/client-comparison.ts'
import type { ComparedAccount } from '#/contract/archive/client-comparison.ts'
import type { DayRange } from '#/contract/day.ts'
import type { PeriodPreset } from '#/contract/preferences.ts'
import {
  useAgencyToday,
  useClientsWithContacts,
  useIsClockRequested,
} from '#/features/agency/over-clients/use-agency-today.ts'
import { createClientComparison, type ClientComparison } from './client-comparison.ts'

interface ClientComparisonSettings {
  readonly metrics: readonly MetricId[]
  readonly comparison: ComparisonChoice
  readonly period: PeriodPreset | DayRange
}

const settingsKey = (principal: string) => keyOf(ofAccount(principal), 'client_comparison_settings')

const FIRST: readonly MetricId[] = ['contacts', 'missed_rate', 'target_rate']

type Change = (part: Partial<ClientComparisonSettings>) => void

const addressOf = ({ period, comparison }: Partial<ClientComparisonSettings>): PeriodSearch => ({
  ...(period !== undefined &&
    (typeof period === 'string'
      ? { period: period === DEFAULT_PERIOD ? undefined : period, date_from: undefined, date_to: undefined }
      : { period: undefined, date_from: period.from, date_to: period.to })),
  ...(comparison !== undefined && {
    compare: comparison.compare,
    compare_from: comparison.compare_from,
    compare_to: comparison.compare_to,
    match_weekdays: comparison.match_weekdays,
  }),
})

/** Period and comparison are in the address, metrics stay until sign-out. */
const useSettings = (principal: string): readonly [ClientComparisonSettings, Change] => {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [metrics, setMetrics] = useState(
    () => queryClient.getQueryData<readonly MetricId[]>(settingsKey(principal)) ?? FIRST,
  )
  const search: PeriodSearch = useSearch({ strict: false })
  const { period = DEFAULT_PERIOD, date_from: from, date_to: to } = search
  const { compare, compare_from, compare_to, match_weekdays } = search
  const settings = useMemo(
    (): ClientComparisonSettings => ({
      metrics,
      comparison: { compare, compare_from, compare_to, match_weekdays },
      period: from !== undefined && to !== undefined ? { from, to } : period,
    }),
    [metrics, compare, compare_from, compare_to, match_weekdays, from, to, period],
  )
  const change = useCallback<Change>(
    (part) => {
      if (part.metrics) {
        setMetrics(part.metrics)
        const queryKey = settingsKey(principal)
        queryClient.setQueryDefaults(queryKey, { gcTime: Infinity })
        queryClient.setQueryData(queryKey, part.metrics)
      }
      if (part.period !== undefined || part.comparison !== undefined)
        void navigate({
          to: '/clients',
          search: (now) => ({ ...now, ...addressOf(part) }) as PeriodSearch,
          // A searched email address.
          state: true,
          resetScroll: false,
        })
    },
    [principal, queryClient, navigate],
  )
  return [settings, change]
}

type ClientAccounts = ReadonlyMap<string, ComparedAccount>

/** Figures of the agency's clients from our server, and the user's choices. */
export interface ClientComparisonState {
  readonly settings: ClientComparisonSettings
  readonly change: (settings: Partial<ClientComparisonSettings>) => void
  /** The clients' today, for relative periods. */
  readonly today: string
  readonly figures: ClientComparison
  readonly accounts: ClientAccounts
  /** Accounts before reading began: sorted rows don't move while loading. */
  readonly settled: ClientAccounts
  readonly isPending: boolean
  /** Null: no error. */
  readonly error: Error | null
  readonly refetch: () => void
  /** Refreshes these clients and retries failed days. */
  readonly update: (clients: readonly string[]) => void
  readonly isUpdating: boolean
}

/** UTC offsets of clients, minutes. */
export const clocksOfClients = ({ accounts }: Pick<ClientComparisonState, 'accounts'>): readonly number[] =>
  [...accounts.values()].flatMap(({ offset }) => offset ?? [])

const NONE: readonly ComparedAccount[] = []

const useComparison = (principal: string, request: ClientComparisonRequest) => {
  const queryClient = useQueryClient()
  const known = useClientsWithContacts(principal)
  const clients = useMemo(() => known?.map(({ client }) => client) ?? [], [known])
  const isClockRequested = useIsClockRequested()
  const query = useQuery({
    ...clientComparisonQuery(principal, request, clients),
    // After the request for the clock, so that the server knows the clients.
    enabled: isClockRequested && clients.length > 0,
  })
  const { mutate, isPending: isUpdating } = useMutation({
    mutationFn: (updated: readonly string[]) =>
      updateComparison(queryClient, principal, request, clients, updated),
  })
  return { query, update: mutate, isUpdating, hasClients: known === undefined || clients.length > 0 }
}

export const useClientComparison = (principal: string): ClientComparisonState => {
  const [settings, change] = useSettings(principal)
  const { metrics, comparison: compared, period } = settings
  const isCompared = compared.compare !== 'none'
  const today = useAgencyToday()
  const days = useMemo(
    () => (typeof period === 'string' ? presetRange(period, today) : period),
    [period, today],
  )
  const comparison = useMemo(
    () =>
      comparisonOf(days, today, (over) => {
        // Changes are requested even if hidden, ready to show.
        const choice = isCompared ? compared : {}
        const compare = comparisonFor(choice, days, today)
        return comparedWith(
          over,
          { ...choice, compare, ...(typeof period === 'string' && { period }) },
          today,
        )
      }),
    [days, today, isCompared, compared, period],
  )
  const request = useMemo(
    (): ClientComparisonRequest => ({
      days,
      compared: comparison && { current: comparison.current, previous: comparison.previous },
    }),
    [days, comparison],
  )
  const { query, update, isUpdating, hasClients } = useComparison(principal, request)
  const { data, error, isPending, refetch } = query

  const accounts = useMemo(
    () =>
      new Map(
        (data?.accounts ?? NONE).flatMap((account) =>
          account.client === null ? [] : [[account.client, account] as const],
        ),
      ),
    [data],
  )
  const figures = useMemo(
    () => createClientComparison({ metrics, isCompared, days, comparison }, [...accounts.values()]),
    [metrics, isCompared, days, comparison, accounts],
  )
  const isReading = [...accounts.values()].some(isComing)
  const [settled, setSettled] = useState<ClientAccounts>(accounts)
  if (!isReading && settled !== accounts) setSettled(accounts)

  return useMemo(
    (): ClientComparisonState => ({
      settings,
      change,
      today,
      figures,
      accounts,
      settled,
      isPending: isPending && hasClients,
      error,
      refetch: () => void refetch(),
      update,
      isUpdating,
    }),
    [
      settings,
      change,
      today,
      figures,
      accounts,
      settled,
      isPending,
      hasClients,
      error,
      refetch,
      update,
      isUpdating,
    ],
  )
}
