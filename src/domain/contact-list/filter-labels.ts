import { readValues, VALUE_FILTERS, type ListFilter, type ValueFilter } from '#/contract/archive/filters.ts'
import type { DurationFilter } from '#/contract/call-filters.ts'
import { statusFilterWord } from '#/domain/cells/status-labels.ts'
import { isWithheld } from '#/domain/contact-list/caller-labels.ts'
import { dimensionName, valueLabel } from '#/domain/contact-list/dimension-labels.ts'
import { ANNOTATION_NAMES } from '#/domain/annotations/annotation-names.ts'
import { formatDay } from '#/i18n/format.ts'
import { formatPhone } from '#/i18n/phone.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { privacyMode } from '#/i18n/privacy-mode.ts'

const FILTER_NAMES = {
  period: m.filter_period,
  date_from: m.filter_date_from,
  date_to: m.filter_date_to,
  source_filter: m.filter_source_filter,
  source_text_filter: m.filter_source_text_filter,
  target_filter: m.filter_target_filter,
  repeated_filter: m.filter_repeated_filter,
  uri_filter: m.filter_uri_filter,
  from_filter: m.filter_from_filter,
  duration_filter: m.filter_duration_filter,
  status_filter: m.filter_status_filter,
  order_field: m.filter_order_field,
  order_way: m.filter_order_way,
  q: m.filter_q,
  not_reached: m.missed_callers_title,
  has_caller: m.filter_has_caller,
  has_deal: m.filter_has_deal,
  handled: ANNOTATION_NAMES.mark_handled,
  tag: ANNOTATION_NAMES.mark_tags,
  score: ANNOTATION_NAMES.mark_score,
  note: ANNOTATION_NAMES.mark_note,
  deal_status: m.export_deal_status,
} as const satisfies Record<Exclude<ListFilter, Exclude<ValueFilter, 'deal_status'>>, () => string>

export const DURATION_WORDS = {
  lt30s: m.duration_lt30s,
  f30t60s: m.duration_f30t60s,
  f1t5m: m.duration_f1t5m,
  f5t10m: m.duration_f5t10m,
  gt10m: m.duration_gt10m,
  gt1m: m.duration_gt1m,
  gt30s: m.duration_gt30s,
} as const satisfies Record<DurationFilter, () => string>

const isNamed = (name: string): name is keyof typeof FILTER_NAMES => name in FILTER_NAMES
const VALUES: ReadonlySet<string> = new Set(VALUE_FILTERS)
/** Dimensions shared with the report have its names. */
const isDimension = (name: string): name is Exclude<ValueFilter, 'deal_status'> =>
  VALUES.has(name) && name !== 'deal_status'

export const filterName = (name: string): string =>
  isNamed(name) ? FILTER_NAMES[name]() : isDimension(name) ? dimensionName(name) : name

const valuesLabel = (name: string, written: string): string => {
  const { values, except } = readValues(written)
  if (except && values.every((value) => value === null)) return m.filter_given()
  const labels = values
    .map((value) => (isDimension(name) ? valueLabel(name, value) : (value ?? m.overview_none())))
    .join(', ')
  return except ? m.overview_not({ value: labels }) : labels
}

type Named = readonly { readonly code: string; readonly label: string }[]
export interface CodeNames {
  readonly sources: Named
  readonly statuses: Named
  readonly customStatuses: Named
}

/** A filter's value as text (periods: period-words.ts). Unknown codes as they are. */
export const filterValue = (name: ListFilter, value: string, names: CodeNames | undefined): string => {
  switch (name) {
    case 'date_from':
    case 'date_to':
      return formatDay(value)
    case 'duration_filter':
      return DURATION_WORDS[value as DurationFilter]()
    case 'from_filter':
      return isWithheld(value) ? m.caller_withheld() : formatPhone(value)
    case 'source_filter':
      return names?.sources.find(({ code }) => code === value)?.label ?? value
    case 'status_filter':
      return (
        statusFilterWord(value) ??
        names?.statuses.find(({ code }) => code === value)?.label ??
        names?.customStatuses.find(({ code }) => code === value || code.split(',').includes(value))?.label ??
        value
      )
    case 'not_reached':
      return m.export_yes()
    case 'handled':
      return value === '1' ? m.filter_outcome_done() : m.filter_outcome_open()
    case 'score':
      return value === 'none'
        ? m.overview_none()
        : value === '5'
          ? value
          : m.filter_score_least({ score: value })
    case 'tag':
      // Tags are free text: masked, as the server's values are.
      return privacyMode?.sum ?? valuesLabel(name, value)
    case 'note':
    case 'has_caller':
    case 'has_deal':
      return value === '1' ? m.filter_given() : m.filter_not_given()
    default:
      return VALUES.has(name) ? valuesLabel(name, value) : value
  }
}
