import { useMemo } from 'react'
import { toDays } from '#/analytics/period.ts'
import { useAddress, useAnswer, useOverview } from '#/features/overview/data/use-overview.ts'
import { usePreferences } from '#/domain/preferences/use-preferences.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { costsBefore, type CostsBefore } from '#/domain/costs/costs-before.ts'
import { partlyPaid, spendingIn } from '#/domain/costs/costs.ts'

/** Costs of the comparison; null: no comparison, or unknown. */
export const useCostsBefore = (): CostsBefore | null => {
  const { client } = useSignedIn().scope
  const { spend } = usePreferences().preferences
  const { comparedDays, filters, countAs, loadedAt } = useOverview(
    'comparedDays',
    'filters',
    'countAs',
    'loadedAt',
  )
  const { object = null } = useAddress('object')
  const asked = useMemo(() => {
    // Selected days don't map to the comparison, and rows are counted by source only.
    if (comparedDays === null || filters.some(({ by }) => by !== 'source')) return null
    const of = countAs ? { filters, countAs } : { filters }
    const spending = spendingIn(spend ?? [], { client, object }, comparedDays, of)
    return { of, spending, sets: [[comparedDays], ...partlyPaid(spending)] }
  }, [spend, client, object, comparedDays, filters, countAs])
  const { data: trees } = useAnswer(
    'day_sets',
    ['before', asked?.sets],
    asked && {
      sets: asked.sets.map((set) => set.map(toDays)),
      filters: [],
      levels: ['source', 'campaign'],
      won: [],
      isCompared: true,
    },
  )
  return useMemo(
    () =>
      asked === null || trees === undefined || loadedAt === null
        ? null
        : costsBefore(
            asked.spending,
            asked.of,
            asked.sets.map((days, index) => ({ days, rows: trees[index] ?? [] })),
          ),
    [asked, trees, loadedAt],
  )
}
