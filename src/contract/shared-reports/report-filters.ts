/** What a report and a link to its figures can be narrowed by, in the order it is shown. Callers are personal data and never in an address. */
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
