import type { OpenHours, WeekHours } from '#/contract/working-hours/working-hours.ts'
import { weekdayName } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'

const hoursText = (hours: OpenHours | null): string => {
  if (hours === null) return m.working_hours_closed()
  return hours.from === hours.to ? m.working_hours_all_day() : `${hours.from}–${hours.to}`
}

/** "Mon–Fri 09:00–18:00", "Sat, Sun closed" */
export const weekLines = (week: WeekHours): string[] => {
  const runs: { first: number; last: number; text: string }[] = []
  week.forEach((hours, weekday) => {
    const text = hoursText(hours)
    const before = runs.at(-1)
    if (before?.text === text) before.last = weekday
    else runs.push({ first: weekday, last: weekday, text })
  })
  return runs.map(({ first, last, text }) => {
    const days = [first, last].map((weekday) => weekdayName(weekday))
    return `${first === last ? days[0]! : days.join(last - first === 1 ? ', ' : '–')} ${text}`
  })
}
