import { toDays } from '#/analytics/period.ts'
import { plannedCost, plansCost, SHARE_DAYS, type PlannedCost } from '#/analytics/spend/planned-cost.ts'
import { spendingOf } from '#/analytics/spend/spending.ts'
import type { TreeRow } from '#/contract/figures/answers.ts'
import { addDays } from '#/contract/day.ts'
import type { Preferences } from '#/contract/preferences.ts'
import { costsBefore } from '#/domain/costs/costs-before.ts'
import { costsOf, partlyPaid, spendingIn, type Asked } from '#/domain/costs/costs.ts'
import type { Archive } from '#/server/archive/archive.ts'
import { archiveAccount } from '#/server/session/names.ts'
import type { LiveReader } from '#/server/live/reading.ts'
import type { MonthPlans } from '#/server/month-plans/store.ts'
import type { FiguresRequest } from './figures.ts'

type Of = Pick<FiguresRequest, 'client' | 'object' | 'days' | 'comparedDays' | 'filters' | 'now'>

export const spentIn = ({ spend = [], count_as: countAs = [] }: Preferences, of: Of) => {
  const { client, object, days, comparedDays, filters, now } = of
  const requested: Asked = { filters, countAs }
  const spending = spendingIn(spend, { client, object }, days, requested, now)
  const sets = partlyPaid(spending)
  // The period's days do not apply to the comparison, and costs are by source.
  const isCompared = comparedDays !== null && filters.every(({ by }) => by === 'source')
  const before = isCompared ? spendingIn(spend, { client, object }, comparedDays, requested) : null
  const setsBefore = before === null || comparedDays === null ? [] : [[comparedDays], ...partlyPaid(before)]
  return {
    isAny: spending.parts.length > 0,
    daySets: {
      sets: sets.map((set) => set.map(toDays)),
      comparedSets: setsBefore.map((set) => set.map(toDays)),
    },
    /** @param planned planned cost per target, or null */
    costs: (
      trees: readonly (readonly TreeRow[])[],
      comparedTrees: readonly (readonly TreeRow[])[],
      planned: PlannedCost | null,
    ) => {
      const costs = costsOf(
        spending,
        requested,
        true,
        sets.map((set, nth) => ({ days: set, rows: trees[nth] ?? [] })),
        planned,
      )
      return {
        costs: costs.blocked === null && spending.parts.length > 0 ? costs : null,
        costsBefore:
          before &&
          costsBefore(
            before,
            requested,
            setsBefore.map((set, nth) => ({ days: set, rows: comparedTrees[nth] ?? [] })),
          ),
      }
    },
  }
}

/**
 * Planned cost of a paid source's target in the last month. Null: not planned, or missing days.
 * @param today `YYYY-MM-DD`
 * @param isRead whether days are complete
 */
export const costPlannedIn = async (
  { archive, monthPlans }: { readonly archive: Archive; readonly monthPlans: Pick<MonthPlans, 'of'> },
  { session, client, hidden }: Pick<LiveReader, 'session' | 'client' | 'hidden'>,
  { object, days, today }: Pick<FiguresRequest, 'object' | 'days'> & { readonly today: string },
  { spend = [], count_as: countAs = [] }: Preferences,
  isRead: (days: { readonly first: number; readonly last: number }) => Promise<boolean>,
): Promise<PlannedCost | null> => {
  const account = archiveAccount(session.account, client)
  const month = (days.to < today ? days.to : today).slice(0, 7)
  const plan = (await monthPlans.of(account)).find((one) => one.month === month && one.oid === object)
  if (!plansCost(plan)) return null
  const last = { from: addDays(today, 1 - SHARE_DAYS), to: today }
  if (!(await isRead(toDays(last)))) return null
  const { parts } = spendingOf(spend, { client, object }, last, countAs)
  const paid = [...new Set(parts.flatMap(({ source, part }) => (part > 0 ? source : [])))]
  const targets = async (filters: Asked['filters']) => {
    const requested = {
      filters,
      days: toDays(last),
      comparedDays: null,
      bucket: 'month',
      won: [],
      countAs,
    } as const
    const { report } = await archive.count('report', {
      account,
      oid: object,
      hidden,
      asked: { ...requested, now: null },
    })
    return report.figures.target
  }
  const preload = { all: await targets([]), paid: await targets([{ by: 'source', values: paid }]) }
  return plannedCost(plan, preload)
}
