import { presetRange } from '#/analytics/period.ts'
import { isDay, type DayRange } from '#/contract/day.ts'
import type { PeriodPreset } from '#/contract/preferences.ts'

/** The service's own words for a period: which days they mean it decides itself (G23). */
export const SERVICE_PERIODS = ['day', 'week', 'month', 'year'] as const
type ServicePeriod = (typeof SERVICE_PERIODS)[number]

/** A period as it is chosen: a ready one, a word of the service, or days of one's own. */
export interface PeriodChoice {
  readonly name: PeriodPreset | ServicePeriod | 'custom'
  /** Days of one's own, `YYYY-MM-DD`, both included; an end that is not there is open. */
  readonly from?: string | undefined
  readonly to?: string | undefined
}

type ChosenDays = Pick<PeriodChoice, 'from' | 'to'>

export const isServicePeriod = (name: PeriodChoice['name']): name is ServicePeriod =>
  SERVICE_PERIODS.some((one) => one === name)

/**
 * The days of a choice, as far as they are known.
 * @param isService the service finds the contacts: its "all time" has no first day
 */
export const chosenDays = (
  { name, from, to }: PeriodChoice,
  today: string,
  isService: boolean,
): ChosenDays => {
  if (name === 'custom') return { from, to }
  return isServicePeriod(name) || (isService && name === 'all') ? {} : presetRange(name, today)
}

/** Ignores a year that is still being typed. */
const isTyped = (day: string) => isDay(day) && day >= '1000'

/** Both ends, where they are days and in order. */
export const wholeDays = ({ from, to }: ChosenDays): DayRange | null =>
  from !== undefined && to !== undefined && isTyped(from) && isTyped(to) && from <= to ? { from, to } : null

/** What is wrong with typed days; null: nothing. */
export const daysFault = ({ from, to }: ChosenDays, hasOpenEnds: boolean): 'missing' | 'reversed' | null => {
  const ends = [from, to].filter((day) => day !== undefined)
  if (!ends.every(isTyped) || ends.length < (hasOpenEnds ? 1 : 2)) return 'missing'
  return ends.length === 2 && ends[0]! > ends[1]! ? 'reversed' : null
}
