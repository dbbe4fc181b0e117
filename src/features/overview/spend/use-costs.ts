import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { plannedCost, plansCost } from '#/analytics/spend/planned-cost.ts'
import { monthPlansQuery } from '#/features/overview/data/planned-months.ts'
import type { Spent } from '#/contract/preferences.ts'
import { monthShown } from '#/features/overview/data/month-shown.ts'
import { toDays } from '#/analytics/period.ts'
import { useAddress, useAnswer, useLoading, useQuestion } from '#/features/overview/data/use-overview.ts'
import { failedDays } from '#/domain/figures/unread-days.ts'
import { usePreferences } from '#/domain/preferences/use-preferences.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { costsOf, partlyPaid, spendingIn, type Costs } from '#/domain/costs/costs.ts'
import { usePaidShare } from './use-paid-share.ts'

const NOTHING: readonly Spent[] = []

/** What the contacts of the overview have cost this client. */
export const useCosts = (): Costs => {
  const { scope } = useSignedIn()
  const { client } = scope
  const { preferences } = usePreferences()
  const { days, today, now, filters, countAs } = useQuestion('days', 'today', 'now', 'filters', 'countAs')
  const { object = null } = useAddress('object')
  const { loadedAt, state } = useLoading('loadedAt', 'state')
  const saved = preferences.spend ?? NOTHING
  const { asked, spending, sets } = useMemo(() => {
    const asked = countAs ? { filters, countAs } : { filters }
    const spending = spendingIn(saved, { client, object }, days, asked, now)
    return { asked, spending, sets: partlyPaid(spending) }
  }, [saved, client, object, days, now, filters, countAs])
  const { data: trees } = useAnswer(
    'day_sets',
    sets,
    sets.length === 0
      ? null
      : {
          sets: sets.map((set) => set.map(toDays)),
          // A cost's own source and campaign stand in place of what narrows by them.
          filters: [],
          levels: ['source', 'campaign'],
          won: [],
        },
  )
  const { data: plans } = useQuery({ ...monthPlansQuery(scope), enabled: spending.parts.length > 0 })
  const month = monthShown({ today, days })
  const plan = plans?.find((one) => one.month === month && one.oid === object)
  const isPlanned = plansCost(plan)
  const brought = usePaidShare(saved, object, isPlanned)
  const isLoaded = loadedAt !== null && failedDays(state).length === 0
  return useMemo(
    () =>
      costsOf(
        spending,
        asked,
        isLoaded,
        trees === undefined ? [] : sets.map((days, index) => ({ days, rows: trees[index] ?? [] })),
        plannedCost(plan, brought),
        isPlanned && !brought?.paid ? (brought === null ? 'unread' : 'no_target') : null,
      ),
    [spending, asked, isLoaded, sets, trees, plan, isPlanned, brought],
  )
}
