import { toDays } from '#/analytics/period.ts'
import { dayNumber } from '#/contract/day.ts'
import type { ReportTable } from '#/contract/figures/answers.ts'
import type { AliasRule } from '#/contract/preferences.ts'
import { costsBefore } from '#/domain/costs/costs-before.ts'
import { costsOf, type Costs } from '#/domain/costs/costs.ts'
import { paidTotalOf } from '#/domain/costs/evaluated-sources.ts'
import type { FiguresRequest, ReportFigures } from './figures.ts'
import type { AskReport } from './questions.ts'

/**
 * Costs now and before; null where nothing was paid, or contacts are missing: a cost would be too high.
 */
export const reportCosts = async (
  ask: AskReport,
  {
    filters,
    days,
    comparedDays,
    costsOn,
  }: Pick<FiguresRequest, 'filters' | 'days' | 'comparedDays' | 'costsOn'>,
  countAs: readonly AliasRule[],
): Promise<Pick<ReportFigures, 'costs' | 'costsBefore'>> => {
  if (costsOn === null) return { costs: null, costsBefore: null }
  const today = dayNumber(costsOn)
  const spent = await ask('costs', { filters, days: toDays(days), today }, { days: toDays(days) })
  if (spent.parts.length === 0) return { costs: null, costsBefore: null }
  const costs = costsOf(spent, { filters, countAs }, null)
  // Days of the period do not apply to the comparison, and costs are by source.
  const isCompared = comparedDays !== null && filters.every(({ by }) => by === 'source')
  const before = isCompared
    ? await ask(
        'costs',
        { filters, days: toDays(comparedDays), today, isCompared: true },
        { days: toDays(days), comparedDays: toDays(comparedDays) },
      )
    : null
  return {
    costs: costs.blocked === null ? costs : null,
    costsBefore: before && costsBefore(before, countAs),
  }
}

/** Sources with what their spend covers, as they are judged. */
export const pricedRows = ({ rows }: ReportTable, costs: Costs | null) =>
  rows.map((row) => ({
    ...row,
    paid: paidTotalOf([costs && costs.of(row, [{ by: 'source', values: [row.value] }])]),
  }))
