import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { plannedCost, plansCost, SHARE_DAYS, type PaidTargets } from '#/analytics/spend/planned-cost.ts'
import { monthPlansQuery } from '#/features/overview/data/planned-months.ts'
import type { Spent, AliasRule } from '#/contract/preferences.ts'
import { monthShown } from '#/features/overview/data/month-shown.ts'
import { toDays } from '#/analytics/period.ts'
import { useAddress, useAnswer, useOverview } from '#/features/overview/data/use-overview.ts'
import { failedDays, isOwnSettled } from '#/domain/figures/unread-days.ts'
import { usePreferences } from '#/domain/preferences/use-preferences.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { costsOf, partlyPaid, spendingIn, type Costs } from '#/domain/costs/costs.ts'
import { spendingOf } from '#/analytics/spend/spending.ts'
import type { FiguresJob } from '#/api/figures/figures.ts'
import { addDays } from '#/contract/day.ts'
import { useFigures } from '#/domain/figures/use-figures.ts'
import { useFiguresReading } from '#/domain/figures/use-reading.ts'

const NOTHING: readonly Spent[] = []

/**
 * Target contacts of the last {@link SHARE_DAYS} days, total and from paid sources. Null: incomplete, or not
 * needed.
 */
const usePaidShare = (
  saved: readonly Spent[],
  object: string | null,
  isWanted: boolean,
): PaidTargets | null => {
  const { scope } = useSignedIn()
  const { principal, client } = scope
  const { today, countAs = NO_RULES } = useOverview('today', 'countAs')
  const { job, paid } = useMemo(() => {
    const days = { from: addDays(today, 1 - SHARE_DAYS), to: today }
    const { parts } = spendingOf(saved, { client, object }, days, countAs)
    const job: FiguresJob = {
      scope: { principal, client },
      oid: object,
      days: toDays(days),
      comparedDays: null,
    }
    return { job, paid: [...new Set(parts.flatMap(({ source, part }) => (part > 0 ? source : [])))] }
  }, [saved, principal, client, object, today, countAs])
  useFiguresReading(job, isWanted)
  const question = { dimension: 'channel', won: [], limit: null, countAs } as const
  const all = useFigures(job, 'table', 'all', isWanted ? { ...question, filters: [] } : null)
  const ofPaid = useFigures(
    job,
    'table',
    'paid',
    isWanted ? { ...question, filters: [{ by: 'source', values: paid }] } : null,
  )
  const isKnown = [all, ofPaid].every(({ state }) => state !== undefined && isOwnSettled(state))
  const targets = ({ data }: typeof all) => data?.rows.reduce((sum, { target }) => sum + target, 0)
  const [whole, part] = [targets(all), targets(ofPaid)]
  return useMemo(
    () => (isKnown && whole !== undefined && part !== undefined ? { paid: part, all: whole } : null),
    [isKnown, whole, part],
  )
}

const NO_RULES: readonly AliasRule[] = []

/** What the contacts of the overview have cost this client. */
export const useCosts = (): Costs => {
  const { scope } = useSignedIn()
  const { client } = scope
  const { preferences } = usePreferences()
  const { days, today, now, filters, countAs, loadedAt, state } = useOverview(
    'days',
    'today',
    'now',
    'filters',
    'countAs',
    'loadedAt',
    'state',
  )
  const { object = null } = useAddress('object')
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
          // A cost has its own source and campaign filters.
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
