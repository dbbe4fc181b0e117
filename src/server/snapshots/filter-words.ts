import { CHANNELS, FIRST_TIME, IS_TARGET, type Channel } from '#/analytics/columns/dimensions.ts'
import { dayText } from '#/contract/day.ts'
import type { ShareBody, SnapshotFilter } from '#/contract/snapshots/snapshots.ts'
import { hourWords } from '#/domain/contact-list/dimension-words.ts'
import { statusWord } from '#/domain/marks/status-words.ts'
import { formatDays, weekdayName } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'

type SharedFilter = ShareBody['filters'][number]

/** As the page that shares them calls them. */
const NAMES: Record<SharedFilter['by'], () => string> = {
  source: m.col_source,
  campaign: m.overview_by_campaign,
  search_request: m.call_search_request,
  page: m.col_page,
  region: m.col_region,
  manager: m.col_manager,
  channel: m.overview_by_channel,
  service: m.col_service,
  status: m.col_status,
  kind: m.col_kind,
  target: m.col_target,
  weekday: m.overview_by_weekday,
  hour: m.overview_by_hour,
  hour_of_week: m.overview_by_hour_of_week,
  day: m.overview_by_days,
}

const CHANNEL_NAMES: Record<Channel, () => string> = {
  call: m.overview_channel_call,
  form: m.overview_channel_form,
  chat: m.overview_channel_chat,
  callback: m.overview_channel_callback,
  sms: m.overview_channel_sms,
  survey: m.overview_channel_survey,
  email: m.overview_channel_email,
  other: m.overview_channel_other,
}

/** Filters by names, typed texts or opened addresses: the page says that they apply, not their values. */
const UNSAID: ReadonlySet<SnapshotFilter> = new Set(['manager', 'search_request', 'page'])

const channelWord = (value: string): string => {
  const channel = CHANNELS.find((one) => one === value)
  return channel === undefined ? value : CHANNEL_NAMES[channel]()
}

const valueOf = (by: SnapshotFilter, value: string | null): string => {
  if (value === null) return m.overview_none()
  const number = Number(value)
  switch (by) {
    case 'status':
      return statusWord(number)
    case 'channel':
      return channelWord(value)
    case 'kind':
      return value === FIRST_TIME ? m.first_time() : m.repeat()
    case 'target':
      return value === IS_TARGET ? m.target() : m.overview_not_target()
    case 'weekday':
      return weekdayName(number, 'long')
    case 'hour':
      return hourWords(number)
    case 'hour_of_week':
      return `${weekdayName(Math.floor(number / 24))} ${hourWords(number % 24)}`
    default:
      return value
  }
}

/** "Region Moscow"; of people and their words the dimension only. */
export const sharedFilterWords = (filter: SharedFilter): string => {
  const name = NAMES[filter.by]()
  if (filter.by === 'day')
    return `${name} ${formatDays({ from: dayText(filter.first), to: dayText(filter.last) })}`
  const { by, values } = filter
  if (UNSAID.has(by)) return m.snapshot_narrowed_by({ by: name })
  return `${name} ${values.map((value) => valueOf(by, value)).join(', ')}`
}
