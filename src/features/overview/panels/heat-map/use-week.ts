import { valueLabel } from '#/domain/contact-list/dimension-labels.ts'
import { useMemo } from 'react'
import { useAddress, useOverview, useReport } from '#/features/overview/data/use-overview.ts'
import type { HeatMetric } from '#/features/overview/search.ts'
import { timeOf, weekdayName } from '#/i18n/format.ts'
import type { HeatGridHead } from '#/ui/data/heat-grid.tsx'
import { useIsPhone } from '#/ui/use-is-phone.ts'
import { HOURS, WEEKDAYS, type Week } from '#/domain/figures/week.ts'
import { unreadWeekdays } from './rows.ts'
import { inFull } from './labels.ts'

/** Hours with labels where there is no room for all. */
const NAMED_EVERY = 3

export const useUnreadWeekdays = (): ReadonlySet<number> => {
  const { unread } = useReport('unread')
  const { question } = useOverview('question')
  return useMemo(
    () => (unread === undefined ? new Set<number>() : unreadWeekdays(unread, question.days)),
    [unread, question],
  )
}

/** Labels and actions of row and column headers. */
export const useWeek = (metric: HeatMetric, week: Week) => {
  const { change } = useOverview('change')
  const written = useAddress('weekday', 'hour')
  const isPhone = useIsPhone()
  const isPressed = (by: keyof typeof written, at: number) => written[by] === String(at)
  const weekdays: HeatGridHead[] = Array.from({ length: WEEKDAYS }, (_, weekday) => ({
    words: weekdayName(weekday),
    // Starts with the visible text, for voice control.
    name: inFull(metric, weekdayName(weekday), week.ofWeekday(weekday)),
    pressed: isPressed('weekday', weekday),
  }))
  const hours: HeatGridHead[] = Array.from({ length: HOURS }, (_, hour) => ({
    words: isPhone || hour % NAMED_EVERY === 0 ? timeOf(hour * 60) : '',
    name: inFull(metric, valueLabel('hour', String(hour)), week.ofHour(hour)),
    pressed: isPressed('hour', hour),
  }))
  return {
    isPhone,
    weekdays,
    hours,
    press: (by: keyof typeof written, at: number) =>
      change({ hour_of_week: undefined, [by]: isPressed(by, at) ? undefined : String(at) }),
  }
}
