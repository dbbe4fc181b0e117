import { dayText } from '#/contract/day.ts'
import { FIRST_TIME, IS_TARGET, type Channel, type Dimension } from '#/contract/figures/dimensions.ts'
import type { Filter } from '#/contract/figures/questions.ts'
import { statusWord } from '#/domain/cells/status-labels.ts'
import { formatDays, timeOf, weekdayName } from '#/i18n/format.ts'
import { formatPhone } from '#/i18n/phone.ts'
import { m } from '#/i18n/paraglide/messages.js'

const NAMES = {
  object: m.overview_object,
  source: m.col_source,
  campaign: m.overview_by_campaign,
  search_request: m.call_search_request,
  page: m.col_page,
  region: m.col_region,
  manager: m.col_manager,
  service: m.col_service,
  status: m.col_status,
  channel: m.overview_by_channel,
  kind: m.col_kind,
  target: m.col_target,
  custom_status: m.overview_by_custom_status,
  caller: m.col_caller,
  deal: m.overview_by_deal,
  weekday: m.overview_by_weekday,
  hour: m.overview_by_hour,
  hour_of_week: m.overview_by_hour_of_week,
  day: m.overview_by_days,
} as const satisfies Record<Filter['by'], () => string>

export const dimensionName = (by: Filter['by']): string => NAMES[by]()

const CHANNEL_WORDS = {
  call: m.overview_channel_call,
  form: m.overview_channel_form,
  chat: m.overview_channel_chat,
  callback: m.overview_channel_callback,
  sms: m.overview_channel_sms,
  survey: m.overview_channel_survey,
  email: m.overview_channel_email,
  other: m.overview_channel_other,
} as const satisfies Record<Channel, () => string>

const isChannel = (value: string): value is Channel => value in CHANNEL_WORDS

/** @param hour 0 to 23 @param last last hour of a range */
const hourLabel = (hour: number, last = hour): string => `${timeOf(hour * 60)}–${timeOf((last + 1) * 60)}`

/** "06:00–12:00" for consecutive hours. */
const hoursLabel = (values: readonly (string | null)[]): string | null => {
  const hours = values.map(Number)
  const isRow = hours.every((hour, nth) => nth === 0 || hour === hours[nth - 1]! + 1)
  return hours.length > 1 && isRow && !values.includes(null) ? hourLabel(hours[0]!, hours.at(-1)) : null
}

export const valueLabel = (
  by: Dimension,
  value: string | null,
  objectTitle: (oid: string | null) => string | null = (oid) => oid,
): string => {
  if (value === null) return m.overview_none()
  switch (by) {
    case 'object':
      return objectTitle(value) ?? value
    case 'status':
      return statusWord(Number(value))
    case 'channel':
      return isChannel(value) ? CHANNEL_WORDS[value]() : value
    case 'kind':
      return value === FIRST_TIME ? m.first_time() : m.repeat()
    case 'target':
      return value === IS_TARGET ? m.target() : m.overview_not_target()
    case 'caller':
      return formatPhone(value)
    case 'weekday':
      return weekdayName(Number(value), 'long')
    case 'hour':
      return hourLabel(Number(value))
    case 'hour_of_week':
      return `${weekdayName(Math.floor(Number(value) / 24))} ${hourLabel(Number(value) % 24)}`
    default:
      return value
  }
}

export const filterValueLabel = (
  filter: Filter,
  objectTitle?: (oid: string | null) => string | null,
): string => {
  if (filter.by === 'day') return formatDays({ from: dayText(filter.first), to: dayText(filter.last) })
  if (filter.except && filter.values.every((value) => value === null)) return m.filter_given()
  const values =
    (filter.by === 'hour' ? hoursLabel(filter.values) : null) ??
    filter.values.map((value) => valueLabel(filter.by, value, objectTitle)).join(', ')
  return filter.except ? m.overview_not({ value: values }) : values
}

export const filterLabel = (filter: Filter, objectTitle?: (oid: string | null) => string | null): string =>
  `${dimensionName(filter.by)} ${filterValueLabel(filter, objectTitle)}`
