import { changeOf, type FigureChange } from '#/analytics/figure-change.ts'
import type { Figures, Report } from '#/contract/figures/answers.ts'
import { changeLabel } from '#/domain/figures/change-labels.ts'
import { crmName, figureText, metricName } from '#/domain/figures/figure-labels.ts'
import { hiddenOf } from '#/domain/figures/hidden-figures.ts'
import { counted, formatMoney, formatNumber, formatPercent } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { costText } from './cost-content.ts'
import type { ReportedFigures } from './reported-figures.ts'
import type { ShownName } from './source-content.ts'
import { shownCards, summaryRow, type SummaryRow } from './summary-rows.ts'

export interface ReportedSummary extends ReportedFigures {
  readonly report: ReportedFigures['report'] & Pick<Report, 'compared' | 'comparison'>
}

const changeText = (change: FigureChange): string | null => {
  const words = changeLabel(change)
  if (words === null || change.verdict === null || change.verdict === 'same') return words
  return `${words}, ${change.verdict === 'better' ? m.client_comparison_better() : m.client_comparison_worse()}`
}

const inHoursText = ({ in_hours: inHours }: Figures): string | null =>
  inHours !== null && inHours.calls > 0
    ? m.summary_in_hours({ rate: formatPercent(inHours.missed / inHours.calls) })
    : null

/** Whatever a service calls a CRM, its sum beside it is read. */
const MAX_NAME = 40

const besideText = (
  { metric, beside, figures, sums: [sum] }: SummaryRow,
  shownName: ShownName,
): string | null => {
  if (metric === 'missed_rate') return inHoursText(figures)
  if (beside) return `${metricName(beside)} ${figureText(beside, figures) ?? '–'}`
  return sum ? `${shownName(crmName(sum.crm).slice(0, MAX_NAME))} ${formatMoney(sum.sum)}` : null
}

/** The figures at the top of a report. @param isSettled all days are loaded */
export const summaryContent = (
  { report, hidden }: ReportedSummary,
  isSettled: boolean,
  shownName: ShownName = (name) => name,
) =>
  shownCards(hidden).map((card) => {
    const row = summaryRow(card, report, isSettled)
    const { metric, figures, change } = row
    return {
      name: metricName(metric),
      value: figureText(metric, figures) ?? '–',
      change: change && changeText(change),
      verdict: change?.verdict ?? null,
      beside: besideText(row, shownName),
    }
  })

const changeSentence = ({ by, verdict }: FigureChange) =>
  by === null || by === 0
    ? m.report_say_same
    : verdict === 'same'
      ? by > 0
        ? m.report_say_more_normal
        : m.report_say_fewer_normal
      : by > 0
        ? m.report_say_more
        : m.report_say_fewer

/** What it comes to, in a few sentences; only of days that are all loaded. */
export const conclusionLabel = (context: ReportedSummary, shownName: ShownName = (name) => name): string => {
  const { report, hidden } = context
  const { figures, compared, comparison, tables } = report
  const { metric, dimension } = hiddenOf(hidden)
  const change = compared && comparison && changeOf('contacts', figures, compared, comparison)
  const by = formatPercent(Math.abs(change?.by ?? 0))
  const values = {
    now: formatNumber(figures.contacts),
    before: formatNumber(compared?.contacts ?? 0),
    change: change?.isPerDay ? m.overview_per_day({ change: by }) : by,
  }
  const first =
    compared === null || change === null || change.by === null
      ? metric('target_rate')
        ? m.report_say_contacts(counted(figures.contacts))
        : m.report_say_target({
            ...counted(figures.contacts),
            rate: figureText('target_rate', figures) ?? '–',
          })
      : changeSentence(change)(values)
  const costLabel = metric('target_rate') ? null : costText(context)
  const most = tables.source.rows.toSorted((a, b) => b.missed - a.missed)[0]
  const missed =
    metric('missed_rate') || figures.missed === 0
      ? null
      : most?.value && !dimension('source') && tables.source.rows.length > 1
        ? m.report_say_missed_of({
            ...counted(figures.missed),
            part: formatNumber(most.missed),
            source: shownName(most.value),
          })
        : m.report_say_missed(counted(figures.missed))
  return [first, costLabel, missed].filter(Boolean).join(' ')
}

/** Says what a change without a mark is; null: each has one. */
export const chanceNote = (cards: readonly { readonly verdict: FigureChange['verdict'] }[]): string | null =>
  cards.some(({ verdict }) => verdict === 'same') ? m.report_within_chance() : null
