import { COUNTS, type Counts } from '#/contract/figures/counts.ts'
import type { Days, Question } from '#/contract/figures/questions.ts'
import type { HeatCell } from '#/contract/figures/answers.ts'
import { weekdayOf } from '#/contract/day.ts'

export const WEEKDAYS = 7
export const HOURS = 24

export interface CellCounts extends Counts {
  /** Number of such days so far. */
  readonly days: number
}

type Occurrences = (weekday: number, hour: number) => number

/** Days after filters; of today only hours begun. */
export const occurrencesIn = ({
  days: { first, last },
  filters,
  now,
}: Pick<Question, 'days' | 'filters' | 'now'>): Occurrences => {
  const narrowed = filters.find((filter) => filter.by === 'day')
  const begins = Math.max(first, narrowed?.first ?? first)
  const ends = Math.min(last, narrowed?.last ?? last, now?.day ?? last)
  const occurring = Array.from({ length: WEEKDAYS }, () => 0)
  for (let day = begins; day <= ends; day++) occurring[weekdayOf(day)]!++
  const today = now !== null && now.day >= begins && now.day <= ends ? now : null
  return (weekday, hour) => {
    const isToCome = today !== null && weekdayOf(today.day) === weekday && hour * 60 > today.minute
    return occurring[weekday]! - (isToCome ? 1 : 0)
  }
}

const NOTHING = Object.fromEntries(COUNTS.map((name) => [name, 0])) as unknown as Counts

const sumOf = (parts: readonly CellCounts[], days: number): CellCounts => ({
  ...(Object.fromEntries(
    COUNTS.map((name) => [name, parts.reduce((sum, part) => sum + part[name], 0)]),
  ) as unknown as Counts),
  days,
})
/** Hours of a weekday share days. */
const ofSameDays = (parts: readonly CellCounts[]): CellCounts =>
  sumOf(parts, Math.max(...parts.map(({ days }) => days)))
const ofOtherDays = (parts: readonly CellCounts[]): CellCounts =>
  sumOf(
    parts,
    parts.reduce((sum, { days }) => sum + days, 0),
  )

export interface Week {
  readonly at: (weekday: number, hour: number) => CellCounts
  readonly ofWeekday: (weekday: number) => CellCounts
  readonly ofHour: (hour: number) => CellCounts
  readonly all: readonly CellCounts[]
}

export const weekOf = (heat: readonly HeatCell[], occurrences: Occurrences): Week => {
  const all = Array.from({ length: WEEKDAYS * HOURS }, (_, index): CellCounts => ({
    ...NOTHING,
    days: occurrences(Math.floor(index / HOURS), index % HOURS),
  }))
  for (const { weekday, hour, ...counts } of heat) {
    const index = weekday * HOURS + hour
    // In time zones ahead, an hour has come that hasn't begun here.
    all[index] = { ...counts, days: Math.max(all[index]!.days, 1) }
  }
  return {
    all,
    at: (weekday, hour) => all[weekday * HOURS + hour]!,
    ofWeekday: (weekday) => ofSameDays(all.slice(weekday * HOURS, (weekday + 1) * HOURS)),
    ofHour: (hour) => ofOtherDays(all.filter((_, index) => index % HOURS === hour)),
  }
}

/** Hours of a block, for periods with few calls. */
const BLOCK_HOURS = 3
export const BLOCKS = HOURS / BLOCK_HOURS

/** First hour and end of a block. */
export const blockHours = (block: number) => ({
  from: block * BLOCK_HOURS,
  to: (block + 1) * BLOCK_HOURS,
})

export const blocksOf = ({ at }: Week): readonly CellCounts[] =>
  Array.from({ length: WEEKDAYS * BLOCKS }, (_, index) => {
    const { from } = blockHours(index % BLOCKS)
    const weekday = Math.floor(index / BLOCKS)
    return ofSameDays(Array.from({ length: BLOCK_HOURS }, (__, hour) => at(weekday, from + hour)))
  })

export const weekdaysOf = (stretches: readonly Days[], days: Days): ReadonlySet<number> =>
  new Set(
    stretches.flatMap(({ first, last }) => {
      const from = Math.max(first, days.first)
      const count = Math.min(Math.min(last, days.last) - from + 1, WEEKDAYS)
      return Array.from({ length: Math.max(count, 0) }, (_, nth) => weekdayOf(from + nth))
    }),
  )
