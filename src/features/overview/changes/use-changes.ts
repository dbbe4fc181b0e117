import {
  type ChangeDimension,
  type ChangeMetric,
  HOURS_OF_BLOCK,
  readBlock,
} from '#/contract/figures/changes.ts'
import type { ChangeRow } from '#/contract/figures/answers.ts'
import type { Filter } from '#/contract/figures/questions.ts'
import { useNavigate } from '@tanstack/react-router'
import { dayNumber, dayText } from '#/contract/day.ts'
import { REPORT_FILTERS } from '#/contract/shared-reports/report-filters.ts'
import { changesQuestion } from '#/features/overview/data/job.ts'
import { useFigures } from '#/domain/figures/use-figures.ts'
import { useOverview, type AddressChanges, useSettledAnswer } from '#/features/overview/data/use-overview.ts'
import { writeDays, writeHours, writeValue, type OverviewSearch } from '#/features/overview/search.ts'

/**
 * Why a figure changed; requested after loading.
 * @param by null: the most explanatory split; undefined: not known yet
 */
export const useChanges = (
  metric: ChangeMetric,
  filters: readonly Filter[],
  by: ChangeDimension | null | undefined = null,
) => {
  const { question } = useOverview('question')
  return useSettledAnswer(
    'changes',
    [metric, by, filters],
    by === undefined ? null : changesQuestion({ question }, metric, by, filters),
  )
}

/** Address of "All changes"; null: an address cannot express the filters. */
export const useAllChangesSearch = (
  metric: ChangeMetric,
  filters: readonly Filter[],
): OverviewSearch | null => {
  const { search } = useOverview('search')
  const { changes_by: _, ...shown } = search
  const narrowing = addressOfFilters(filters)
  return narrowing && { ...shown, ...narrowing, changes_metric: metric }
}

export const useShowAllChanges = (metric: ChangeMetric, filters: readonly Filter[]) => {
  const navigate = useNavigate()
  const search = useAllChangesSearch(metric, filters)
  return search === null ? undefined : () => void navigate({ to: '/overview/changes', search })
}

const addressOfFilters = (filters: readonly Filter[]): OverviewSearch | null => {
  const search: Record<string, string> = {}
  for (const filter of filters) {
    if (filter.by === 'day') {
      search['days'] = writeDays({ from: dayText(filter.first), to: dayText(filter.last) })
      continue
    }
    const [value = null] = filter.values
    const isReportFilter = REPORT_FILTERS.some((one) => one === filter.by)
    if (filter.except || filter.values.length !== 1 || !(isReportFilter || filter.by === 'object'))
      return null
    search[filter.by] = filter.by === 'object' ? (value ?? '') : writeValue(value)
  }
  return search
}

/**
 * Change in contacts by value, including values that now have none, ignoring filters by the same dimension.
 * @param limit of the values, greatest changes first; null: don't request
 */
export const useContactChanges = (by: ChangeDimension, limit?: number | null) => {
  const { question, countAs, jobOfFigures, state } = useOverview(
    'question',
    'countAs',
    'jobOfFigures',
    'state',
  )
  const { days, comparedDays, comparedMonths = null, won } = question
  const filters = question.filters.filter((filter) => filter.by !== by)
  return useFigures(
    // Objects are compared with each other, so all are needed.
    by === 'object' ? { ...jobOfFigures, oid: null } : jobOfFigures,
    'changes',
    ['contacts', by, filters, countAs],
    limit === null || comparedDays === null || state === null || state.is === 'loading'
      ? null
      : {
          metric: 'contacts',
          by,
          filters,
          days,
          comparedDays,
          comparedMonths,
          won,
          countAs,
          ...(limit !== undefined && { limit }),
        },
  ).data?.split
}

const hoursOf = (value: string) => {
  const { weekday, block } = readBlock(value)
  const first = block * HOURS_OF_BLOCK
  return { weekday: String(weekday), first, last: first + HOURS_OF_BLOCK - 1 }
}

export const filtersOfRow = ({ by, value, isCalendar, parts }: ChangeRow): readonly Filter[] | null => {
  if (parts > 1 || isCalendar) return null
  if (by === 'day') return value === null ? null : [{ by, first: dayNumber(value), last: dayNumber(value) }]
  if (by !== 'hours') return [{ by, values: [value] }]
  if (value === null) return null
  const { weekday, first, last } = hoursOf(value)
  const hours = Array.from({ length: last - first + 1 }, (_, nth) => String(first + nth))
  return [
    { by: 'weekday', values: [weekday] },
    { by: 'hour', values: hours },
  ]
}

export const addressOfRow = (row: ChangeRow): AddressChanges | null => {
  const { by, value } = row
  if (filtersOfRow(row) === null) return null
  if (by === 'object') return value === null ? null : { object: value }
  if (by === 'day') return value === null ? null : { days: writeDays({ from: value, to: value }) }
  if (by !== 'hours') return { [by]: writeValue(value) }
  const { weekday, first, last } = hoursOf(value ?? '')
  return { weekday, hour: writeHours(first, last), hour_of_week: undefined }
}
