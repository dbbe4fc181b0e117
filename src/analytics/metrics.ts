import { statusFilterCode, type CallFilters } from '#/contract/call-filters.ts'
import { MISSED_STATUSES, type CallStatus } from '#/contract/codes.ts'

/* Every figure's name, definition and formula in both languages, as data. Receipts show these objects. */

export const PHONE_CALLS = [
  ...MISSED_STATUSES,
  'answer',
  'user_call',
] as const satisfies readonly CallStatus[]

const byStatus = (statuses: Iterable<CallStatus>): CallFilters[] =>
  Array.from(statuses, (status) => ({ status_filter: statusFilterCode(status) }))

/**
 * Counts as journal filters that no contact matches twice, so that totals add up. `status_filter` takes one
 * status (G27), by its documented name in capitals.
 */
export const COUNTED = {
  contacts: [{}],
  first_time: [{ repeated_filter: '1' }],
  target: [{ target_filter: '1' }],
  calls: byStatus(PHONE_CALLS),
  missed: byStatus(MISSED_STATUSES),
} as const satisfies Record<string, readonly CallFilters[]>
export type CountId = keyof typeof COUNTED

interface Wording {
  readonly en: string
  readonly ru: string
}

/** @typeParam Count counts of the service, or of loaded contacts */
export interface Metric<Count extends string = CountId> {
  readonly name: Wording
  readonly definition: Wording
  readonly formula: Wording
  readonly exclusions: Wording | null
  readonly part: Count
  readonly whole: Count | null
  readonly better: 'more' | 'less'
}

export const METRICS = {
  contacts: {
    name: { en: 'Contacts', ru: 'Обращения' },
    definition: {
      en: 'Everything the service has recorded in the period: calls, forms, chats, SMS, emails, callbacks, surveys.',
      ru: 'Всё, что сервис записал за период: звонки, заявки, чаты, SMS, письма, обратные звонки, опросы.',
    },
    formula: { en: 'Number of contacts', ru: 'Число обращений' },
    exclusions: null,
    part: 'contacts',
    whole: null,
    better: 'more',
  },
  first_time: {
    name: { en: 'First-time', ru: 'Первичные' },
    definition: {
      en: 'Contacts of people who have not been in touch before, by the service’s own mark.',
      ru: 'Обращения тех, кто раньше не обращался, по отметке самого сервиса.',
    },
    formula: { en: 'Number of contacts marked as new', ru: 'Число обращений с отметкой «новое»' },
    exclusions: { en: 'Repeated contacts', ru: 'Повторные обращения' },
    part: 'first_time',
    whole: null,
    better: 'more',
  },
  missed_rate: {
    name: { en: 'Missed rate', ru: 'Доля пропущенных' },
    definition: {
      en: 'Share of calls not answered.',
      ru: 'Доля звонков, оставшихся без ответа.',
    },
    formula: {
      en: 'Missed calls (all but Answered and User call) / calls',
      ru: 'Пропущенные звонки (все, кроме «Отвечен» и «Звонок пользователя») / звонки',
    },
    exclusions: {
      en: 'Contacts that are no phone calls: forms, chats, SMS, emails, callbacks, surveys',
      ru: 'Обращения, которые не звонки: заявки, чаты, SMS, письма, обратные звонки, опросы',
    },
    part: 'missed',
    whole: 'calls',
    better: 'less',
  },
  target_rate: {
    name: { en: 'Target rate', ru: 'Доля целевых' },
    definition: {
      en: 'Share of contacts the service counts as target.',
      ru: 'Доля обращений, которые сервис считает целевыми.',
    },
    formula: { en: 'Target contacts / contacts', ru: 'Целевые обращения / обращения' },
    exclusions: null,
    part: 'target',
    whole: 'contacts',
    better: 'more',
  },
} as const satisfies Record<string, Metric>
export type MetricId = keyof typeof METRICS
export const METRIC_IDS = Object.keys(METRICS) as MetricId[]

export interface Tally {
  readonly part: number
  readonly whole: number | null
}

/** A number of contacts, or a share from 0 to 1. Null: a share of nothing. */
export const figureOf = ({ part, whole }: Tally): number | null =>
  whole === null ? part : whole === 0 ? null : part / whole

/** Adds counts; a share is computed from sums, never averaged. */
export const sumTallies = (tallies: readonly Tally[]): Tally => ({
  part: tallies.reduce((sum, { part }) => sum + part, 0),
  whole: tallies.some(({ whole }) => whole !== null)
    ? tallies.reduce((sum, { whole }) => sum + (whole ?? 0), 0)
    : null,
})
