import { type ExplainedBy, HOURS_OF_BLOCK, readBlock } from '#/contract/figures/changes.ts'
import type { ChangeRow } from '#/contract/figures/answers.ts'
import { dimensionName, valueLabel } from '#/domain/contact-list/dimension-labels.ts'
import { counted, formatShortDay, formatPercentChange, timeOf, weekdayName } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'

type ObjectTitle = (oid: string | null) => string | null

const SPLIT_NAMES = {
  object: m.changes_by_object,
  source: m.changes_by_source,
  campaign: m.changes_by_campaign,
  channel: m.changes_by_channel,
  region: m.changes_by_region,
  manager: m.changes_by_manager,
  kind: m.changes_by_kind,
  hours: m.changes_by_hours,
  search_request: m.changes_by_search_request,
  page: m.changes_by_page,
  day: m.changes_by_day,
} as const satisfies Record<ExplainedBy, () => string>

export const splitName = (by: ExplainedBy): string => SPLIT_NAMES[by]()

export const explainedByName = (by: ExplainedBy): string =>
  by === 'hours' ? m.changes_hours() : by === 'day' ? m.changes_day() : dimensionName(by)

const OTHERS = {
  object: m.changes_others_object,
  source: m.changes_others_source,
  campaign: m.changes_others_campaign,
  channel: m.changes_others_channel,
  region: m.changes_others_region,
  manager: m.changes_others_manager,
  kind: m.changes_others_kind,
  hours: m.changes_others_hours,
  search_request: m.changes_others_search_request,
  page: m.changes_others_page,
} as const satisfies Record<Exclude<ExplainedBy, 'day'>, (inputs: { count: number; shown: string }) => string>

const othersName = ({ by, parts }: ChangeRow): string =>
  by === 'day' ? m.changes_other_days() : OTHERS[by](counted(parts))

const WITHOUT = {
  object: m.breakdown_without_object,
  source: m.sources_without_source,
  campaign: m.sources_without_campaign,
  channel: m.breakdown_without_channel,
  region: m.breakdown_without_region,
  manager: m.breakdown_without_manager,
  kind: m.overview_none,
  search_request: m.breakdown_without_search,
  page: m.breakdown_without_page,
} as const satisfies Record<Exclude<ExplainedBy, 'day' | 'hours'>, () => string>

/** "Monday 6:00–12:00" */
const blockName = (value: string): string => {
  const { weekday, block } = readBlock(value)
  const from = block * HOURS_OF_BLOCK * 60
  return `${weekdayName(weekday, 'long')} ${timeOf(from)}–${timeOf(from + HOURS_OF_BLOCK * 60)}`
}

const ownName = (by: ExplainedBy, value: string | null, objectTitle: ObjectTitle): string => {
  if (by === 'day') return value === null ? m.changes_other_days() : formatShortDay(value)
  if (by === 'hours') return value === null ? m.changes_no_time() : blockName(value)
  return value === null ? WITHOUT[by]() : valueLabel(by, value, objectTitle)
}

/** Name of a part, or "5 other sources". */
export const partName = (row: ChangeRow, objectTitle: ObjectTitle): string => {
  const { by, value, was, isCalendar, parts } = row
  if (parts > 1) return othersName(row)
  if (isCalendar) return m.changes_calendar()
  const name = ownName(by, value, objectTitle)
  return was === null ? name : m.changes_was({ name, before: ownName(by, was, objectTitle) })
}

/** "−18.1%", "new", "none now" */
export const partShareLabel = ({ now, before, change, percent }: ChangeRow): string =>
  change === 0 && before.part <= 0
    ? ''
    : before.part <= 0
      ? m.changes_new()
      : now.part === 0
        ? m.changes_none_now()
        : formatPercentChange(change === 0 ? 0 : (percent ?? 0))
