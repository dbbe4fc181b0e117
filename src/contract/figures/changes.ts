/* What a change is split into, as questions, answers and addresses name it. */

/** Figures that are split: counts and rates of counts. Medians, unique numbers and costs have no parts that add up. */
export const CHANGE_METRICS = [
  'contacts',
  'calls',
  'answered',
  'missed',
  'missed_rate',
  'reached',
  'first_time',
  'repeated',
  'target',
  'target_rate',
  'deals',
  'won',
] as const
export type ChangeMetric = (typeof CHANGE_METRICS)[number]
export const isChangeMetric = (metric: string): metric is ChangeMetric =>
  CHANGE_METRICS.some((one) => one === metric)

/** What a change is explained by; of two that explain as much, the first. `hours`: weekday and hour block. */
export const EXPLAINING = [
  'object',
  'source',
  'campaign',
  'channel',
  'region',
  'manager',
  'kind',
  'hours',
] as const
/** What a table splits it by. */
export const CHANGE_DIMENSIONS = [...EXPLAINING, 'search_request', 'page'] as const
export type ChangeDimension = (typeof CHANGE_DIMENSIONS)[number]
/** `day`: a single day that differs from its weekday's others. */
export const EXPLAINED_BY = [...CHANGE_DIMENSIONS, 'day'] as const
export type ExplainedBy = (typeof EXPLAINED_BY)[number]

/** Managers and typed texts stay within the account. */
export const isShareable = (by: ExplainedBy): boolean =>
  by !== 'manager' && by !== 'search_request' && by !== 'page'

export const HOURS_OF_BLOCK = 6
/** A weekday (0 is Monday) and its block: `0-1` is Monday morning. */
export const writeBlock = (weekday: number, block: number): string => `${weekday}-${block}`
export const readBlock = (value: string): { readonly weekday: number; readonly block: number } => {
  const [weekday = 0, block = 0] = value.split('-').map(Number)
  return { weekday, block }
}
