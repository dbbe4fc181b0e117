import { presetRange } from '#/analytics/period.ts'
import { isDay, type DayRange } from '#/contract/day.ts'
import type { PeriodPreset } from '#/contract/preferences.ts'

/** Of every page that shows figures. */
export const DEFAULT_PERIOD: PeriodPreset = 'last_30_days'

/** The service's own periods; their days are undefined (G23). */
export const SERVICE_PERIODS = ['day', 'week', 'month', 'year'] as const
type ServicePeriod = (typeof SERVICE_PERIODS)[number]

export interface PeriodChoice {
  readonly name: PeriodPreset | ServicePeriod | 'custom'
  /** `YYYY-MM-DD`, inclusive; open ends allowed. */
  readonly from?: string | undefined
  readonly to?: string | undefined
}

type ChosenDays = Pick<PeriodChoice, 'from' | 'to'>

export const isServicePeriod = (name: PeriodChoice['name']): name is ServicePeriod =>
  SERVICE_PERIODS.some((one) => one === name)

/**
 * Known days of a choice.
 * @param isService contacts come from the service: its "all time" has no first day
 */
export const chosenDays = (
  { name, from, to }: PeriodChoice,
  today: string,
  isService: boolean,
): ChosenDays => {
  if (name === 'custom') return { from, to }
  return isServicePeriod(name) || (isService && name === 'all') ? {} : presetRange(name, today)
}

/** A year below 1000 is still being typed. */
export const isTypedDay = (day: string) => isDay(day) && day >= '1000'

export const wholeDays = ({ from, to }: ChosenDays): DayRange | null =>
  from !== undefined && to !== undefined && isTypedDay(from) && isTypedDay(to) && from <= to
    ? { from, to }
    : null

/** Error of typed days; null: none. */
export const daysFault = ({ from, to }: ChosenDays, hasOpenEnds: boolean): 'missing' | 'reversed' | null => {
  const ends = [from, to].filter((day) => day !== undefined)
  if (!ends.every(isTypedDay) || ends.length < (hasOpenEnds ? 1 : 2)) return 'missing'
  return ends.length === 2 && ends[0]! > ends[1]! ? 'reversed' : null
}
