import type { CallBack, ObjectMoment, Reached, ResponseTime } from '#/contract/figures/answers.ts'
import { CHANNEL } from '#/contract/figures/dimensions.ts'
import { callStatusName } from '#/contract/codes.ts'
import { valueLabel } from '#/domain/contact-list/dimension-labels.ts'
import { statusBadge } from '#/domain/cells/status-badge.ts'
import { formatDuration } from '#/i18n/duration.ts'
import { counted, formatMoney, formatShortDateTime, formatShortDay, numbers, timeOf } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { twoDigits } from '#/contract/day.ts'

const HOUR = 60
const DAY = 24 * HOUR

/** "12 min", "1 h 02", "19 h", "1 d 3 h" */
export const spanLabel = (minutes: number): string => {
  const whole = Math.round(minutes)
  if (whole < HOUR) return m.span_minutes({ minutes: whole })
  if (whole < 12 * HOUR)
    return m.span_hours({ hours: Math.floor(whole / HOUR), minutes: twoDigits(whole % HOUR) })
  if (whole < DAY) return m.span_whole_hours({ hours: Math.floor(whole / HOUR) })
  const hours = Math.floor((whole % DAY) / HOUR)
  return hours === 0
    ? m.span_days({ days: Math.floor(whole / DAY) })
    : m.span_days_hours({ days: Math.floor(whole / DAY), hours })
}

const momentText = ({ day, minute }: ObjectMoment, today: string): string =>
  day === today ? timeOf(minute) : formatShortDateTime({ day, time: timeOf(minute) })

const small = (text: string) => text.charAt(0).toLocaleLowerCase() + text.slice(1)
const statusWord = (status: string | null) => small(statusBadge(status === null ? null : Number(status)).word)

const contactWord = ({ status }: Pick<Reached, 'status'>): string => {
  const name = callStatusName(status === null ? null : Number(status))
  return valueLabel('channel', name === undefined ? 'other' : CHANNEL[name])
}

/** Separate, to keep it out of other pages' first load. */
const formatWholePercent = numbers({ style: 'percent', maximumFractionDigits: 0 })

export const targetChanceText = ({ chance }: Pick<CallBack, 'chance'>): string =>
  chance > 0 && chance < 0.01
    ? m.call_back_chance_least({ least: formatWholePercent(0.01) })
    : formatWholePercent(chance)

export const triesText = ({ attempts }: CallBack): string => m.call_back_tried(counted(attempts))

export const lastMomentText = (row: CallBack, today: string): string => {
  const at = momentText(row, today)
  return row.attempts === 1 || row.day !== today ? at : m.call_back_last({ at })
}

export const lastEndText = ({ status }: CallBack): string => statusWord(status)

/** "13:58" today, else "Nov 12". */
const shortMomentText = ({ day, minute }: ObjectMoment, today: string): string =>
  day === today ? timeOf(minute) : formatShortDay(day)
/** "at 13:58", "on Nov 12" */
const whenText = ({ day, minute }: ObjectMoment, today: string): string =>
  day === today ? m.call_back_at({ time: timeOf(minute) }) : m.call_back_on({ day: formatShortDay(day) })

/** "Spoke with Мария on Nov 12, 5:40"; null: unknown. */
export const storyText = ({ before }: CallBack, today: string): string | null => {
  if (before === null) return null
  if (!before.isSpoken)
    return m.call_back_wrote({ kind: contactWord(before), at: shortMomentText(before, today) })
  const at = whenText(before, today)
  const duration = before.duration === null ? null : formatDuration(before.duration)
  const sentence =
    before.manager === null
      ? m.call_back_talked({ at })
      : m.call_back_talked_with({ at, who: before.manager })
  return duration === null ? sentence : `${sentence}, ${duration}`
}

/** "Deal “Замер”, 412,000"; null: none. */
export const dealText = ({ deal }: CallBack): string | null => {
  if (deal === null) return null
  const name = deal.status === null ? m.call_back_deal() : m.call_back_deal_status({ status: deal.status })
  return deal.price === null ? name : `${name}, ${formatMoney(deal.price)}`
}

/** "Form 13:58, nobody has called"; null: none. */
export const writtenText = ({ written }: CallBack, today: string): string | null =>
  written === null
    ? null
    : m.call_back_written({
        kind: contactWord(written),
        at: shortMomentText(written, today),
      })

export const reachedText = (reached: Reached, today: string): string => {
  if (!reached.isSpoken)
    return m.call_back_came_back({ at: shortMomentText(reached, today), kind: contactWord(reached) })
  const at = whenText(reached, today)
  return reached.manager === null
    ? m.call_back_reached({ at })
    : m.call_back_reached_by({ at, who: reached.manager })
}

/** Null: no case. */
export const responseText = ({ minutes }: ResponseTime): string | null =>
  minutes === null ? null : spanLabel(minutes)
