import { valueWords } from '#/domain/contact-list/dimension-labels.ts'
import { useMemo } from 'react'
import { useAddress, useQuestion, useReport } from '#/features/overview/data/use-overview.ts'
import type { HeatMetric } from '#/features/overview/search.ts'
import { timeOf, weekdayName } from '#/i18n/format.ts'
import type { HeatGridHead } from '#/ui/data/heat-grid.tsx'
import { useIsPhone } from '#/ui/use-is-phone.ts'
import { HOURS, WEEKDAYS, type Week } from '#/domain/figures/week.ts'
import { unreadWeekdays } from './rows.ts'
import { inFull } from './labels.ts'

/** Hours that are named where there is no room for all. */
const NAMED_EVERY = 3

/** Weekdays whose figures lack days that could not be read. */
export const useUnreadWeekdays = (): ReadonlySet<number> => {
  const { unread } = useReport('unread')
  const { question } = useQuestion('question')
  return useMemo(
    () => (unread === undefined ? new Set<number>() : unreadWeekdays(unread, question.days)),
    [unread, question],
  )
}

/** The heads of a week, whatever its cells are, and what a press on one does. */
export const useWeek = (metric: HeatMetric, week: Week) => {
  const { change } = useQuestion('change')
  const written = useAddress('weekday', 'hour')
  const isPhone = useIsPhone()
  const isPressed = (by: keyof typeof written, at: number) => written[by] === String(at)
  const weekdays: HeatGridHead[] = Array.from({ length: WEEKDAYS }, (_, weekday) => ({
    words: weekdayName(weekday),
    // Begins with what is written: so a voice can name it.
    name: inFull(metric, weekdayName(weekday), week.ofWeekday(weekday)),
    pressed: isPressed('weekday', weekday),
  }))
  const hours: HeatGridHead[] = Array.from({ length: HOURS }, (_, hour) => ({
    words: isPhone || hour % NAMED_EVERY === 0 ? timeOf(hour * 60) : '',
    name: inFull(metric, valueWords('hour', String(hour)), week.ofHour(hour)),
    pressed: isPressed('hour', hour),
  }))
  return {
    isPhone,
    weekdays,
    hours,
    /** A cell says both; a head only its own, beside the other's. */
    press: (by: keyof typeof written, at: number) =>
      change({ hour_of_week: undefined, [by]: isPressed(by, at) ? undefined : String(at) }),
  }
}
