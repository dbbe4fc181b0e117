import { addDays, isDay, monthStart, twoDigits, type DayRange } from '#/contract/day.ts'
import { isFiller, monthNamed } from './month-names.ts'
import { daysOfMonth } from '#/analytics/spend/month.ts'

/** Which number of `03/04/2026` is the day. */
export type DateOrder = 'day_first' | 'month_first'

export interface ReadPeriod extends DayRange {
  readonly is: 'day' | 'month' | 'range'
}

interface DateParts {
  readonly year?: number | undefined
  readonly month?: number | undefined
  readonly day?: number | undefined
}

const yearOf = (text: string) => Number(text) + (text.length === 2 ? 2000 : 0)

const SLASHED = /^(\d{1,2})([/-])(\d{1,2})(?:\2(\d{4}|\d{2}))?$/
const DOTTED = /^(\d{1,2})\.(\d{1,2})(?:\.(\d{4}|\d{2})?)?$/
const TIME = /(?:t|[\s,]+)\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?\s*(?:am|pm)?\s*(?:z|utc|[+-]\d{2}:?\d{2})?$/

const numericParts = (text: string, order: DateOrder): DateParts | null => {
  const numbers = (pattern: RegExp) => pattern.exec(text)?.slice(1)
  const yearFirst =
    numbers(/^(\d{4})[-./](\d{1,2})(?:[-./](\d{1,2}))?$/) ?? numbers(/^((?:19|20)\d{2})(\d{2})(\d{2})?$/)
  if (yearFirst) {
    const [year, month, day] = yearFirst
    return { year: Number(year), month: Number(month), day: day === undefined ? undefined : Number(day) }
  }
  const monthYear = numbers(/^(\d{1,2})[-./](\d{4})$/)
  if (monthYear) return { year: Number(monthYear[1]), month: Number(monthYear[0]) }
  const dotted = numbers(DOTTED)
  if (dotted)
    return {
      year: dotted[2] === undefined ? undefined : yearOf(dotted[2]),
      month: Number(dotted[1]),
      day: Number(dotted[0]),
    }
  const slashed = numbers(SLASHED)
  if (!slashed) return null
  const [first, second] = [Number(slashed[0]), Number(slashed[2])]
  return {
    year: slashed[3] === undefined ? undefined : yearOf(slashed[3]),
    ...(order === 'month_first' ? { month: first, day: second } : { month: second, day: first }),
  }
}

/** `Nov 2026`, `1 ноября 2026 г.`, `Nov-26`, `28 Oct`, `7, 2026`, `5` */
const namedParts = (text: string): DateParts | null => {
  const words = (text.match(/\p{L}+/gu) ?? []).filter((word) => !isFiller(word))
  const numbers = text.match(/\d+/g) ?? []
  const month = words.length === 1 ? monthNamed(words[0]!) : null
  if ((words.length > 0 && month === null) || numbers.length > 2) return null
  if (words.length === 0 && !/^\d{1,2}(?:,?\s*\d{4})?$/.test(text)) return null
  const year = numbers.find(({ length }) => length === 4) ?? (numbers.length === 2 ? numbers[1] : undefined)
  const onlyNumber = numbers.length === 1 ? numbers[0] : undefined
  // In `Nov-26` and `Nov 26` it is a year, in `26 Nov` a day.
  const isYear = onlyNumber?.length === 2 && /^\p{L}/u.test(text) && !/\s/.test(text)
  const named = isYear ? onlyNumber : year
  const day = numbers.find((number) => number !== named)
  if (numbers.some(({ length }) => length !== 1 && length !== 2 && length !== 4)) return null
  return {
    year: named === undefined ? undefined : yearOf(named),
    month: month === null ? undefined : month + 1,
    day: day === undefined ? undefined : Number(day),
  }
}

const LEADING =
  /^(?:с|со|from|von|vom|du|de|del|от|за|for|for the period|w\/c|week of|неделя с|на|in|в)\s+(?=\S)/

const partsOf = (text: string, order: DateOrder): DateParts | null => {
  const plain = text.replace(TIME, '').trim().replace(LEADING, '')
  return plain === '' ? null : (numericParts(plain, order) ?? namedParts(plain))
}

/** Null: no such day, or another century. */
const rangeOf = ({ year, month, day }: DateParts): ReadPeriod | null => {
  if (year === undefined || month === undefined || year < 2000 || year > 2099) return null
  const text = `${year}-${twoDigits(month)}`
  if (!isDay(`${text}-${twoDigits(day ?? 1)}`)) return null
  if (day === undefined) return { is: 'month', ...daysOfMonth(text) }
  const one = `${text}-${twoDigits(day)}`
  return { is: 'day', from: one, to: one }
}

/** Completes each end from the other: `1–7 октября 2026`, `28 Oct – 3 Nov 2026`. */
const endsOf = (left: DateParts, right: DateParts): ReadPeriod | null => {
  if ((left.day === undefined) !== (right.day === undefined)) return null
  const to = {
    year: right.year ?? left.year,
    month: right.month ?? left.month,
    day: right.day,
  }
  const fromMonth = left.month ?? right.month
  const crossesYear = left.year === undefined && (fromMonth ?? 0) > (to.month ?? 0)
  const from = {
    year: left.year ?? (to.year === undefined ? undefined : to.year - (crossesYear ? 1 : 0)),
    month: fromMonth,
    day: left.day,
  }
  const [first, last] = [rangeOf(from), rangeOf(to)]
  return first === null || last === null || first.from > last.to
    ? null
    : { is: 'range', from: first.from, to: last.to }
}

const SEPARATOR =
  /\s+(?:по|до|to|till|until|through|bis|au|al|a|do|и)\s+|\s*(?:\.{2,3}|…|[–—→~]|->)\s*|\s*[-/]\s*/g

const readRange = (text: string, order: DateOrder): ReadPeriod | null => {
  for (const { 0: separator, index } of text.matchAll(SEPARATOR)) {
    const left = partsOf(text.slice(0, index), order)
    const right = partsOf(text.slice(index + separator.length), order)
    const found = left && right && endsOf(left, right)
    if (found) return found
  }
  return null
}

const mondayOf = (year: number, week: number): string => {
  const fourth = `${year}-01-04`
  const weekday = (new Date(`${fourth}T00:00:00Z`).getUTCDay() + 6) % 7
  return addDays(fourth, (week - 1) * 7 - weekday)
}

/** `2026-W41`, `W41 2026`, `41 неделя 2026`, `Q3 2026`, `3 кв. 2026`, `2026` with a word for the year. */
const readNumbered = (text: string): ReadPeriod | null => {
  const year = Number(/(?:^|\D)(20\d{2})(?:\D|$)/.exec(text)?.[1])
  if (Number.isNaN(year)) return null
  const rest = text.replace(String(year), ' ')
  const of = (patterns: readonly RegExp[]) =>
    Number(patterns.map((pattern) => pattern.exec(rest)?.[1]).find((found) => found !== undefined))
  const week = of([
    /^\W*(?:w|kw|week|неделя|нед\.?)\s*(\d{1,2})\W*$/,
    /^\W*(\d{1,2})-?(?:я)?\s*(?:week|неделя|нед\.?)\W*$/,
  ])
  if (week >= 1 && week <= 53) {
    const from = mondayOf(year, week)
    return { is: 'range', from, to: addDays(from, 6) }
  }
  const quarter = of([
    /^\W*(?:q|кв\.?|квартал|quarter)\s*([1-4])\W*$/,
    /^\W*([1-4])-?(?:й)?\s*(?:q|кв\.?|квартал|quarter)\W*$/,
  ])
  if (!(quarter >= 1)) return null
  const from = `${year}-${twoDigits(quarter * 3 - 2)}-01`
  return { is: 'range', from, to: addDays(monthStart(from, 3), -1) }
}

const plainText = (text: string) =>
  text
    .normalize('NFKC')
    .trim()
    .toLowerCase()
    .replace(/^[([«"']+|[)\]»"',;]+$/g, '')
    .replaceAll('−', '-')
    .trim()

/**
 * Reads a day, month or range: `2026-11`, `01.11.2026`, `20261101`, `11/01/2026`, `Nov 5, 2026`, `ноябрь 2026
 * г.`, `1–7 октября 2026`, `2026-10-05 - 2026-10-11`, `2026-W41`. Null: none between 2000 and 2099.
 */
export const readPeriod = (text: string, order: DateOrder = 'day_first'): ReadPeriod | null => {
  const plain = plainText(text)
  if (!/\d/.test(plain) || plain.length > 100) return null
  const parts = partsOf(plain, order)
  return (parts && rangeOf(parts)) ?? readNumbered(plain) ?? readRange(plain, order)
}

const SLASHED_ANYWHERE = /(?<![\d/-])(\d{1,2})([/-])(\d{1,2})\2(?:\d{4}|\d{2})(?![\d/-])/g

/**
 * The order of a sheet's dates with slashes; 'unsure': ambiguous.
 * @param texts that may hold dates
 */
export const dateOrderOf = (texts: readonly string[]): DateOrder | 'unsure' => {
  const dates = texts.flatMap((text) =>
    [...text.normalize('NFKC').matchAll(SLASHED_ANYWHERE)].map(
      ([, first, , second]) => [Number(first), Number(second)] as const,
    ),
  )
  if (dates.some(([first, second]) => first <= 12 && second > 12)) return 'month_first'
  return dates.some(([first]) => first > 12) || dates.every(([first, second]) => first === second)
    ? 'day_first'
    : 'unsure'
}

const PERIOD_WORDS =
  /период|диапазон|period|date range|reporting|dates|даты|отч[её]т|report|zeitraum|période|periodo|okres/i

/** Parts of a line that may be its period: all of it, after a colon, in brackets, or two days. */
const candidatesOf = (line: string): string[] => [
  line,
  ...(/[:：](.+)$/.exec(line)?.slice(1) ?? []),
  ...(/.*[:：](.+)$/.exec(line)?.slice(1) ?? []),
  ...[...line.matchAll(/\(([^()]+)\)/g)].map(([, inside]) => inside!),
  ...(/(?:\s|^)((?:с|за|from|for)\s+\S.*)$/i.exec(line)?.slice(1) ?? []),
]

const DAY_ANYWHERE = /(?<!\d)(?:\d{4}[-./]\d{1,2}[-./]\d{1,2}|\d{1,2}[-./]\d{1,2}[-./]\d{4})(?!\d)/g

/** The period stated above a report's table, or null. A single day is its creation, unless called a period. */
export const reportPeriodOf = (
  rows: readonly (readonly string[])[],
  order: DateOrder = 'day_first',
): { readonly days: DayRange; readonly line: number } | null => {
  for (const [index, row] of rows.entries()) {
    const cells = row.map((cell) => cell.trim()).filter((cell) => cell !== '')
    const line = cells.join(' ')
    const days = [...line.matchAll(DAY_ANYWHERE)].flatMap(([day]) => readPeriod(day, order) ?? [])
    const [first, second] = days
    const named = [line, ...cells].flatMap(candidatesOf).flatMap((text) => readPeriod(text, order) ?? [])
    const found =
      named.find(({ is }) => is !== 'day') ??
      (first && second && first.from <= second.to ? { from: first.from, to: second.to } : undefined) ??
      (PERIOD_WORDS.test(line) ? named[0] : undefined)
    if (found) return { days: { from: found.from, to: found.to }, line: index + 1 }
  }
  return null
}
