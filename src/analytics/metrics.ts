import { statusFilterCode, type CallFilters } from '#/contract/call-filters.ts'
import { MISSED_STATUSES, type CallStatus } from '#/contract/codes.ts'

/*
 * Every figure on the screen: what it is called, what it means and how it is computed stand beside each other, in both
 * languages as data. A receipt shows these very objects.
 */

/** Statuses of contacts that are phone calls. */
export const PHONE_CALLS = [
  ...MISSED_STATUSES,
  'answer',
  'user_call',
] as const satisfies readonly CallStatus[]

const byStatus = (statuses: Iterable<CallStatus>): CallFilters[] =>
  Array.from(statuses, (status) => ({ status_filter: statusFilterCode(status) }))

/**
 * What is counted, each as filters of the journal that no contact passes twice: their totals add up to the count.
 * `status_filter` takes one status at a time (G27), under its documented name in capitals.
 */
export const COUNTED = {
  contacts: [{}],
  first_time: [{ repeated_filter: '1' }],
  target: [{ target_filter: '1' }],
  calls: byStatus(PHONE_CALLS),
  missed: byStatus(MISSED_STATUSES),
} as const satisfies Record<string, readonly CallFilters[]>
export type CountId = keyof typeof COUNTED

/** A text in every language of the screen. */
interface Wording {
  readonly en: string
  readonly ru: string
}

/** @typeParam Count what it counts: what the service can be asked for, or what has been loaded */
export interface Metric<Count extends string = CountId> {
  readonly name: Wording
  /** What it says, in a sentence. */
  readonly definition: Wording
  readonly formula: Wording
  /** What is not in it; null: everything is. */
  readonly exclusions: Wording | null
  /** The count it is; with `whole` the part of a share. */
  readonly part: Count
  readonly whole: Count | null
  /** Which way is the good one. */
  readonly better: 'more' | 'less'
}

/** In the order in which they are offered and shown. */
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
      en: 'Which part of the phone calls nobody answered.',
      ru: 'Какая часть звонков осталась без ответа.',
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
      en: 'Which part of the contacts the service counts as target.',
      ru: 'Какую часть обращений сервис считает целевыми.',
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

/** What a metric has counted. `whole` null: it is no share. */
export interface Tally {
  readonly part: number
  readonly whole: number | null
}

/** The figure: a number of contacts, or a share from 0 to 1. Null: a share of nothing. */
export const figureOf = ({ part, whole }: Tally): number | null =>
  whole === null ? part : whole === 0 ? null : part / whole

/** Of tallies of one metric: counts are added up, shares come of the sums. Never an average of shares. */
export const sumTallies = (tallies: readonly Tally[]): Tally => ({
  part: tallies.reduce((sum, { part }) => sum + part, 0),
  whole: tallies.some(({ whole }) => whole !== null)
    ? tallies.reduce((sum, { whole }) => sum + (whole ?? 0), 0)
    : null,
})
