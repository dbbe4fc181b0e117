import * as z from 'zod/mini'
import { dayParameter, readParameters } from '#/contract/call-filters.ts'
import { PERIOD_PRESETS, type PeriodPreset } from '#/contract/preferences.ts'
import { COMPARISONS, type ComparisonChoice } from './comparison.ts'
import { DEFAULT_PERIOD } from './period-choice.ts'

/** Period and comparison in an address, without the default. */
export interface PeriodSearch extends ComparisonChoice {
  /** Relative period; absent: custom days, or the default. */
  readonly period?: PeriodPreset | undefined
  readonly date_from?: string | undefined
  readonly date_to?: string | undefined
}

export const PERIOD_SCHEMAS = {
  date_from: dayParameter,
  date_to: dayParameter,
  period: z.enum(PERIOD_PRESETS),
  compare: z.enum(COMPARISONS),
  compare_from: dayParameter,
  compare_to: dayParameter,
  match_weekdays: z.literal('1'),
} as const satisfies Record<keyof PeriodSearch, z.ZodMiniType<string | undefined>>
const PARAMETERS = Object.keys(PERIOD_SCHEMAS) as (keyof PeriodSearch)[]

const isRange = (from: string | undefined, to: string | undefined) =>
  from !== undefined && to !== undefined && from <= to

/**
 * Parts that don't go together.
 * @param dropped invalid parameters of the whole address
 * @returns `wrong`: to be told of
 */
export const unfitPeriod = (
  values: PeriodSearch,
  dropped: readonly string[],
): { readonly without: ReadonlySet<string>; readonly wrong: ReadonlySet<string> } => {
  const wrong = new Set(dropped)
  const without = new Set<string>()
  const leaveOut = (name: keyof PeriodSearch) => {
    without.add(name)
    if (values[name] !== undefined) wrong.add(name)
  }
  if (isRange(values.date_from, values.date_to)) {
    // Custom days replace a relative period.
    without.add('period')
    wrong.delete('period')
  } else {
    leaveOut('date_from')
    leaveOut('date_to')
  }
  if (values.compare !== 'days' || !isRange(values.compare_from, values.compare_to)) {
    if (values.compare === 'days') leaveOut('compare')
    leaveOut('compare_from')
    leaveOut('compare_to')
  }
  return { without, wrong }
}

/** Parses an address of a page that has these only; invalid parameters are listed in `dropped`. */
export const readPeriodSearch = (
  raw: Readonly<Record<string, unknown>>,
): { search: PeriodSearch; dropped: readonly (keyof PeriodSearch)[] } => {
  const { values, dropped } = readParameters(PERIOD_SCHEMAS, raw)
  const { without, wrong } = unfitPeriod(values, dropped)
  return {
    search: Object.fromEntries(
      PARAMETERS.flatMap((name) => {
        const value = values[name]
        const isUsual = value === undefined || (name === 'period' && value === DEFAULT_PERIOD)
        return isUsual || without.has(name) ? [] : [[name, value]]
      }),
    ),
    dropped: PARAMETERS.filter((name) => wrong.has(name)),
  }
}
