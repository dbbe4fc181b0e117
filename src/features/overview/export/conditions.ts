import { dayNumber, momentAt } from '#/contract/day.ts'
import type { Filter } from '#/contract/figures/questions.ts'
import { dimensionName, filterValueLabel } from '#/domain/contact-list/dimension-labels.ts'
import type { Overview } from '#/features/overview/data/use-overview.ts'
import { comparedDaysLabel } from '#/features/overview/receipt/change.ts'
import { metricName } from '#/domain/figures/figure-labels.ts'
import type { AboutLine, Cell } from '#/domain/files/cell.ts'
import { formatDay, formatDays, formatOffset, timeOf } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'

export interface ExportContext {
  readonly overview: Overview
  /** Null: all objects, or not known. */
  readonly object: string | null
  /** Null: the account has no clients. */
  readonly client: string | null
  /** Hidden contact fields (G12). */
  readonly hidden: ReadonlySet<string>
}

export const objectLabel = (
  { search, objectTitle }: Pick<Overview, 'search' | 'objectTitle'>,
  object: string | null,
): string =>
  search.object === undefined ? m.all_objects() : (object ?? objectTitle(search.object) ?? search.object)

/** The period's days; the current hour if it isn't over. */
export const conditionPeriodLabel = ({
  days,
  question: { now },
}: Pick<Overview, 'days' | 'question'>): string =>
  now !== null && dayNumber(days.from) <= now.day && now.day <= dayNumber(days.to)
    ? m.overview_until({ days: formatDays(days), time: timeOf(now.minute) })
    : formatDays(days)

/** Null: no comparison. */
export const comparisonLabel = ({ comparedDays, question }: Overview): string | null =>
  comparedDays && comparedDaysLabel(comparedDays, question)

/** Client, object, period, comparison, filters and aliases, one per line. */
export const conditionsOf = (
  { overview, object, client }: ExportContext,
  filters: readonly Filter[] = overview.question.filters,
): readonly AboutLine[] => {
  const { question, objectTitle } = overview
  const { won, countAs = [] } = question
  const compared = comparisonLabel(overview)
  return [
    ...(client === null ? [] : [{ name: m.overview_export_client(), value: client }]),
    { name: m.overview_object(), value: objectLabel(overview, object) },
    { name: m.overview_period(), value: conditionPeriodLabel(overview) },
    {
      name: m.overview_compared_with(),
      value: compared ?? m.period_compare_none(),
    },
    ...filters.map((filter) => ({
      name: m.overview_export_filter({ name: dimensionName(filter.by) }),
      value: filterValueLabel(filter, objectTitle),
    })),
    ...(filters.length === 0 ? [{ name: m.overview_filters(), value: m.overview_export_no_filters() }] : []),
    ...(won.length === 0 ? [] : [{ name: m.overview_export_won(), value: won.join(', ') }]),
    ...(countAs.length === 0
      ? []
      : [
          {
            name: m.overview_export_count_as(),
            value: countAs.map(({ raw, as }) => `${raw} → ${as}`).join(', '),
          },
        ]),
  ]
}

/** The same in one line without comparison and aliases. */
export const conditionLabel = (
  { overview, object, client }: ExportContext,
  filters: readonly Filter[] = overview.question.filters,
): string =>
  [
    ...(client === null ? [] : [client]),
    objectLabel(overview, object),
    conditionPeriodLabel(overview),
    ...filters.map(
      (filter) => `${dimensionName(filter.by)}: ${filterValueLabel(filter, overview.objectTitle)}`,
    ),
  ].join(' · ')

/** `Nov 21, 2026, 14:03 (UTC+3)`, by the user's clock. */
export const madeLabel = (now: Date): string => {
  const { day, minute } = momentAt(now.getTime(), null)
  return `${formatDay(day)}, ${timeOf(minute)} (${formatOffset(-now.getTimezoneOffset())})`
}

export const contactsLine = (contacts: number | null): AboutLine<Cell> => ({
  name: metricName('contacts'),
  value: contacts,
})
