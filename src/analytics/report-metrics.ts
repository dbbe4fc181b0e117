import type { ChangeMetric } from '#/contract/figures/changes.ts'
import { METRICS, type Metric } from './metrics.ts'
import type { Figures } from '#/contract/figures/answers.ts'

/** Counts of a report, and entered spend; sums of deals are separate, by CRM. */
export type FigureKey = Exclude<keyof Figures, 'sums' | 'in_hours'> | 'spend'

export interface ReportMetric extends Metric<FigureKey> {
  /** `amount`: money of an unknown currency. */
  readonly unit: 'count' | 'share' | 'seconds' | 'amount'
}

const NO_CALLS = {
  en: 'Contacts that are no phone calls, and statuses the document does not know',
  ru: 'Обращения, которые не звонки, и статусы, которых нет в документации',
} as const
const UNTIMED = {
  en: 'Calls without a duration or longer than 24 hours, and calls nobody answered',
  ru: 'Звонки без длительности или длиннее 24 часов и звонки без ответа',
} as const

/** Every figure of the overview in both languages. A share is `part` of `whole`; without a whole the part is the figure. */
export const REPORT_METRICS = {
  contacts: { ...METRICS.contacts, unit: 'count' },
  calls: {
    name: { en: 'Calls', ru: 'Звонки' },
    definition: {
      en: 'Contacts that are phone calls, answered or not.',
      ru: 'Обращения, которые были звонками, с ответом или без.',
    },
    formula: {
      en: 'Missed calls + Answered + User call',
      ru: 'Пропущенные звонки + «Отвечен» + «Звонок пользователя»',
    },
    exclusions: NO_CALLS,
    part: 'calls',
    whole: null,
    better: 'more',
    unit: 'count',
  },
  answered: {
    name: { en: 'Answered', ru: 'Отвеченные' },
    definition: { en: 'Phone calls somebody answered.', ru: 'Звонки, на которые ответили.' },
    formula: {
      en: 'Number of contacts with the status Answered',
      ru: 'Число обращений со статусом «Отвечен»',
    },
    exclusions: NO_CALLS,
    part: 'answered',
    whole: null,
    better: 'more',
    unit: 'count',
  },
  missed: {
    name: { en: 'Missed', ru: 'Пропущенные' },
    definition: { en: 'Phone calls nobody answered.', ru: 'Звонки, на которые никто не ответил.' },
    formula: {
      en: 'Calls − Answered − User call',
      ru: 'Звонки − «Отвечен» − «Звонок пользователя»',
    },
    exclusions: NO_CALLS,
    part: 'missed',
    whole: null,
    better: 'less',
    unit: 'count',
  },
  missed_rate: { ...METRICS.missed_rate, unit: 'share' },
  reached: {
    name: { en: 'Answered or received', ru: 'Принятые' },
    definition: {
      en: 'Contacts that were not lost: answered calls, and forms, chats, messages and all else that needs nobody to pick up.',
      ru: 'Обращения, которые не потерялись: отвеченные звонки, а ещё заявки, чаты, сообщения и всё, где не нужно брать трубку.',
    },
    formula: { en: 'Contacts − missed calls', ru: 'Обращения − пропущенные звонки' },
    exclusions: {
      en: 'Missed calls',
      ru: 'Пропущенные звонки',
    },
    part: 'reached',
    whole: null,
    better: 'more',
    unit: 'count',
  },
  first_time: { ...METRICS.first_time, unit: 'count' },
  repeated: {
    name: { en: 'Repeated', ru: 'Повторные' },
    definition: {
      en: 'Contacts of people who have been in touch before, by the service’s own mark.',
      ru: 'Обращения тех, кто уже обращался, по отметке самого сервиса.',
    },
    formula: { en: 'Number of contacts marked as repeated', ru: 'Число обращений с отметкой «повторное»' },
    exclusions: {
      en: 'First-time contacts, and contacts without a mark',
      ru: 'Первичные обращения и обращения без отметки',
    },
    part: 'repeated',
    whole: null,
    better: 'more',
    unit: 'count',
  },
  callers: {
    name: { en: 'Unique numbers', ru: 'Уникальные номера' },
    definition: {
      en: 'Different numbers that contacts came from.',
      ru: 'Разные номера, с которых обращались.',
    },
    formula: {
      en: 'Number of different phone numbers, by their digits',
      ru: 'Число разных номеров, по цифрам',
    },
    exclusions: { en: 'Contacts without a number', ru: 'Обращения без номера' },
    part: 'callers',
    whole: null,
    better: 'more',
    unit: 'count',
  },
  target: {
    name: { en: 'Target', ru: 'Целевые' },
    definition: {
      en: 'Contacts that the service counts as target.',
      ru: 'Обращения, которые сервис считает целевыми.',
    },
    formula: { en: 'Number of contacts marked as target', ru: 'Число обращений с отметкой «целевое»' },
    exclusions: { en: 'Contacts without a mark', ru: 'Обращения без отметки' },
    part: 'target',
    whole: null,
    better: 'more',
    unit: 'count',
  },
  target_rate: { ...METRICS.target_rate, unit: 'share' },
  mean_duration: {
    name: { en: 'Mean call', ru: 'Средняя длительность' },
    definition: {
      en: 'How long answered calls last, divided evenly among them. A few long calls raise it.',
      ru: 'Время отвеченных звонков, поделённое поровну. Несколько долгих звонков его поднимают.',
    },
    formula: {
      en: 'Seconds of answered calls / answered calls with a duration',
      ru: 'Секунды отвеченных звонков / отвеченные звонки с длительностью',
    },
    exclusions: UNTIMED,
    part: 'talk_seconds',
    whole: 'timed',
    better: 'more',
    unit: 'seconds',
  },
  median_duration: {
    name: { en: 'Average call', ru: 'Средний звонок' },
    definition: {
      en: 'The median: half of the answered calls last longer, half less.',
      ru: 'Медиана: половина отвеченных звонков длится дольше, половина меньше.',
    },
    formula: {
      en: 'Median of the durations of answered calls',
      ru: 'Медиана длительностей отвеченных звонков',
    },
    exclusions: UNTIMED,
    part: 'median_duration',
    whole: null,
    better: 'more',
    unit: 'seconds',
  },
  talk_time: {
    name: { en: 'Talk time', ru: 'Время разговоров' },
    definition: { en: 'All answered calls together.', ru: 'Все отвеченные звонки вместе.' },
    formula: { en: 'Sum of the durations of answered calls', ru: 'Сумма длительностей отвеченных звонков' },
    exclusions: UNTIMED,
    part: 'talk_seconds',
    whole: null,
    better: 'more',
    unit: 'seconds',
  },
  deals: {
    name: { en: 'Deals', ru: 'Сделки' },
    definition: {
      en: 'CRM deals that contacts of the period have led to, each once.',
      ru: 'Сделки из CRM, к которым привели обращения за период, каждая один раз.',
    },
    formula: {
      en: 'Number of different deals among the contacts',
      ru: 'Число разных сделок среди обращений',
    },
    exclusions: { en: 'Contacts without a deal', ru: 'Обращения без сделки' },
    part: 'deals',
    whole: null,
    better: 'more',
    unit: 'count',
  },
  won: {
    name: { en: 'Won deals', ru: 'Успешные сделки' },
    definition: {
      en: 'Deals in a status that you have marked as won: the API has no such mark.',
      ru: 'Сделки в статусах, которые вы отметили как успешные: в API такой отметки нет.',
    },
    formula: { en: 'Number of different deals in these statuses', ru: 'Число разных сделок в этих статусах' },
    exclusions: { en: 'Deals in all other statuses', ru: 'Сделки во всех остальных статусах' },
    part: 'won',
    whole: null,
    better: 'more',
    unit: 'count',
  },
  not_through: {
    name: { en: 'Missed callers', ru: 'Не дозвонились' },
    definition: {
      en: 'Numbers with a missed call and no later answered call, answered callback or chat by the end of the period. A form, a message, an email or a survey does not count. Whether they were called back is unknown: the API has no outgoing calls.',
      ru: 'Номера с пропущенным звонком, после которого до конца периода не было ни отвеченного звонка, ни состоявшегося обратного звонка, ни чата. Заявка, сообщение, письмо или опрос не считаются. Перезванивали ли им, неизвестно: исходящих звонков в API нет.',
    },
    formula: {
      en: 'Numbers with a missed call after which nobody has talked with them',
      ru: 'Номера с пропущенным звонком, с которыми после него не поговорили',
    },
    exclusions: { en: 'Missed calls without a number', ru: 'Пропущенные звонки без номера' },
    part: 'not_through',
    whole: null,
    better: 'less',
    unit: 'count',
  },
  spend: {
    name: { en: 'Spend', ru: 'Расходы' },
    definition: {
      en: 'What you have entered as paid, as far as it falls into the period.',
      ru: 'Сколько заплачено по вашим данным, в той части, что приходится на период.',
    },
    formula: {
      en: 'Amount of each month × its days in the period / its days',
      ru: 'Сумма каждого месяца × его дни в периоде / все его дни',
    },
    exclusions: { en: 'Sources and months without an amount', ru: 'Источники и месяцы без суммы' },
    part: 'spend',
    whole: null,
    better: 'less',
    unit: 'amount',
  },
  cost_per_contact: {
    name: { en: 'Cost per contact', ru: 'Цена обращения' },
    definition: {
      en: 'What one contact has cost on average.',
      ru: 'Во сколько в среднем обошлось одно обращение.',
    },
    formula: {
      en: 'Spend / contacts of the days that have spend',
      ru: 'Расходы / обращения за дни, на которые внесены расходы',
    },
    exclusions: null,
    part: 'spend',
    whole: 'contacts',
    better: 'less',
    unit: 'amount',
  },
  cost_per_first_time: {
    name: { en: 'Cost per first-time', ru: 'Цена первичного' },
    definition: {
      en: 'What one first-time contact has cost on average.',
      ru: 'Во сколько в среднем обошлось одно первичное обращение.',
    },
    formula: {
      en: 'Spend / first-time contacts of the days that have spend',
      ru: 'Расходы / первичные обращения за дни, на которые внесены расходы',
    },
    exclusions: METRICS.first_time.exclusions,
    part: 'spend',
    whole: 'first_time',
    better: 'less',
    unit: 'amount',
  },
  cost_per_target: {
    name: { en: 'Cost per target', ru: 'Цена целевого' },
    definition: {
      en: 'What one target contact has cost on average.',
      ru: 'Во сколько в среднем обошлось одно целевое обращение.',
    },
    formula: {
      en: 'Spend / target contacts of the days that have spend',
      ru: 'Расходы / целевые обращения за дни, на которые внесены расходы',
    },
    exclusions: { en: 'Contacts without a mark', ru: 'Обращения без отметки' },
    part: 'spend',
    whole: 'target',
    better: 'less',
    unit: 'amount',
  },
  cost_per_deal: {
    name: { en: 'Cost per deal', ru: 'Цена сделки' },
    definition: {
      en: 'What one CRM deal has cost on average.',
      ru: 'Во сколько в среднем обошлась одна сделка из CRM.',
    },
    formula: {
      en: 'Spend / different deals of the days that have spend',
      ru: 'Расходы / разные сделки за дни, на которые внесены расходы',
    },
    exclusions: { en: 'Contacts without a deal', ru: 'Обращения без сделки' },
    part: 'spend',
    whole: 'deals',
    better: 'less',
    unit: 'amount',
  },
} as const satisfies Record<string, ReportMetric>
export type ReportMetricId = keyof typeof REPORT_METRICS
export const REPORT_METRIC_IDS = Object.keys(REPORT_METRICS) as ReportMetricId[]

export const metricOf = (
  id: ReportMetricId,
  figures: Readonly<Partial<Record<FigureKey, number | null>>>,
): number | null => {
  const { part, whole }: ReportMetric = REPORT_METRICS[id]
  const counted = figures[part] ?? null
  if (counted === null || whole === null) return counted
  const of = figures[whole] ?? null
  return of === null || of === 0 ? null : counted / of
}

export const isRate = (metric: ChangeMetric): boolean => {
  const { whole }: ReportMetric = REPORT_METRICS[metric]
  return whole !== null
}
