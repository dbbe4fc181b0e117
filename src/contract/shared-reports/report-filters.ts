/** Filters of a report and of links to it, in display order. Callers are personal data and never in an address. */
export const REPORT_FILTERS = [
  'source',
  'campaign',
  'search_request',
  'page',
  'region',
  'manager',
  'channel',
  'service',
  'status',
  'kind',
  'target',
  'weekday',
  'hour',
  'hour_of_week',
] as const
export type ReportFilter = (typeof REPORT_FILTERS)[number]
