import type { Dimension } from '#/contract/figures/dimensions.ts'
import { REACH_FIELDS } from '#/analytics/reach-fields.ts'
import type { ReportMetricId } from '#/analytics/report-metrics.ts'
import type { ListedCallRead } from '#/contract/call.ts'

type Field = keyof ListedCallRead

/** The call fields a figure depends on; null: none. */
const OF_METRIC = {
  contacts: null,
  calls: 'status',
  answered: 'status',
  missed: 'status',
  missed_rate: 'status',
  reached: 'status',
  first_time: 'call_type',
  repeated: 'call_type',
  callers: 'phone_number_from',
  target: 'target',
  target_rate: 'target',
  mean_duration: 'duration',
  median_duration: 'duration',
  talk_time: 'duration',
  deals: 'customer_status',
  won: 'customer_status',
  not_through: REACH_FIELDS,
} as const satisfies Partial<Record<ReportMetricId, Field | readonly Field[] | null>>

const OF_DIMENSION = {
  object: 'obj_oid',
  source: 'source',
  campaign: 'utm',
  search_request: 'search_request',
  page: 'request_uri',
  region: 'region',
  manager: 'managers',
  service: 'service_name',
  status: 'status',
  channel: 'status',
  kind: 'call_type',
  target: 'target',
  custom_status: 'custom_status',
  caller: 'phone_number_from',
  deal: 'customer_status',
  weekday: 'date',
  hour: 'date',
  hour_of_week: 'date',
} as const satisfies Record<Dimension, Field>

export type HideableMetric = keyof typeof OF_METRIC

export interface Hidden {
  readonly metric: (metric: HideableMetric) => boolean
  readonly dimension: (dimension: Dimension) => boolean
}

/** Figures and dimensions of hidden fields are hidden too (G12). */
export const hiddenOf = (fields: ReadonlySet<string>): Hidden => ({
  metric: (metric) => {
    const needed = OF_METRIC[metric]
    return needed !== null && [needed].flat().some((field) => fields.has(field))
  },
  dimension: (dimension) => fields.has(OF_DIMENSION[dimension]),
})
