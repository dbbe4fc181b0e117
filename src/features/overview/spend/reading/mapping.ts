import type { DayRange } from '#/contract/day.ts'
import { readAmount } from './amount.ts'
import {
  amountNamed,
  campaignNamed,
  dateNamed,
  isCurrencyColumn,
  isKnownName,
  isPeriodStart,
  mayBeAmount,
  sourceNamed,
  type DateName,
} from './column-names.ts'
import { isCurrencyCell } from './currency.ts'
import { dateOrderOf, readPeriod, reportPeriodOf } from './period.ts'
import type { SheetRows } from './sheet.ts'

export const COLUMN_ROLES = ['source', 'campaign', 'date', 'last', 'amount'] as const
export type ColumnRole = (typeof COLUMN_ROLES)[number]

/** Column index by role, or null. `last` ends the period that `date` begins. */
export type Mapping = Readonly<Record<ColumnRole, number | null>> & {
  readonly header: number | null
}

/** What a single day in the date column means. */
export const DATE_UNITS = ['day', 'week', 'month', 'quarter', 'year'] as const
export type DateUnit = (typeof DATE_UNITS)[number]

export interface SheetShape {
  readonly mapping: Mapping
  /** Columns that may be the amount, if names leave it open. */
  readonly candidates: readonly number[]
  /** The report's period as stated above its table, and that line from 1. */
  readonly report: { readonly days: DayRange; readonly line: number } | null
}

const SAMPLE = 200
/** Reports have a title, a period and filters above their table. */
const HEADER_WITHIN = 30
const ENOUGH = 0.8

const STATUS =
  /^(?:enabled|paused|removed|eligible|active|inactive|ended|archived|draft|completed|(?:не)?активн(?:а|о|ы|ый|ая)|(?:включен|приостановлен|остановлен|запущен|заверш[её]н|удал[её]н)(?:а|о|ы)?|(?:в )?архиве?|черновик)$/iu

const IS_LIKE = {
  date: (cell: string) => readPeriod(cell) !== null || readPeriod(cell, 'month_first') !== null,
  amount: (cell: string) => readAmount(cell).is === 'read',
  name: (cell: string) => /\p{L}/u.test(cell) && !isCurrencyCell(cell) && !STATUS.test(cell.trim()),
} as const

const filled = (row: readonly string[]) => row.filter((cell) => cell.trim() !== '')

const headerScore = (row: readonly string[]): number => {
  const cells = filled(row)
  // A line with an amount or a date is no header: a source may be called "Budget".
  if (cells.length < 2 || cells.some((cell) => IS_LIKE.date(cell) || IS_LIKE.amount(cell))) return 0
  const named = [amountNamed, sourceNamed, campaignNamed, dateNamed]
  const roles = named.filter((find) => cells.some((cell) => find(cell) !== null)).length
  return roles * 100 + cells.filter(isKnownName).length
}

/** A header of unknown names: texts above columns of numbers or dates. */
const isStructuralHeader = (row: readonly string[], below: SheetRows): boolean => {
  const cells = filled(row)
  return (
    cells.length > 1 &&
    cells.every((cell) => /\p{L}/u.test(cell) && !IS_LIKE.date(cell) && !IS_LIKE.amount(cell)) &&
    row.some((cell, index) => cell.trim() !== '' && below.some((one) => IS_LIKE.amount(one[index] ?? '')))
  )
}

const findHeader = (rows: SheetRows): { readonly line: number | null; readonly isKnown: boolean } => {
  const first = rows.slice(0, HEADER_WITHIN)
  const scores = first.map(headerScore)
  const best = Math.max(0, ...scores)
  if (best > 0) return { line: scores.indexOf(best), isKnown: true }
  const line = first.findIndex((row, index) => isStructuralHeader(row, rows.slice(index + 1, index + 6)))
  return { line: line === -1 ? null : line, isKnown: false }
}

const ranked = (names: readonly string[], rankOf: (name: string) => number | null): number[] =>
  names
    .map((name, index) => ({ index, rank: name === '' ? null : rankOf(name) }))
    .filter((one): one is { index: number; rank: number } => one.rank !== null)
    .toSorted((a, b) => a.rank - b.rank || a.index - b.index)
    .map(({ index }) => index)

const DATE_RANK = ['day', 'date', 'week', 'month', 'first', 'quarter', 'year'] as const satisfies DateName[]

const columnsOf = (body: SheetRows) => {
  const width = body.reduce((most, { length }) => Math.max(most, length), 0)
  const cellsOf = (index: number) =>
    body.map((row) => row[index]?.trim() ?? '').filter((cell) => cell !== '' && !/^[-–—]+$/.test(cell))
  const share = (index: number, isLike: (cell: string) => boolean) => {
    const cells = cellsOf(index)
    return cells.length === 0 ? 0 : cells.filter(isLike).length / cells.length
  }
  return {
    has: (index: number, isLike: (cell: string) => boolean) => cellsOf(index).some(isLike),
    looking: (isLike: (cell: string) => boolean, taken: readonly (number | null)[]) =>
      Array.from({ length: width }, (_, index) => index).filter(
        (index) => !taken.includes(index) && share(index, isLike) >= ENOUGH,
      ),
  }
}
type Columns = ReturnType<typeof columnsOf>

const datesByName = (names: readonly string[], columns: Columns) => {
  const withDates = (found: readonly number[]) => {
    const readable = found.filter((index) => columns.has(index, IS_LIKE.date))
    return readable.length > 0 ? readable : found
  }
  const [last] = withDates(ranked(names, (name) => (dateNamed(name) === 'last' ? 0 : null)))
  const dates = withDates(
    ranked(names, (name) => {
      const rank = DATE_RANK.findIndex((one) => one === dateNamed(name))
      return rank === -1 ? null : rank
    }),
  )
  // A campaign's start alone is no period.
  const date = dates.find((index) => dateNamed(names[index]!) !== 'first' || last !== undefined) ?? null
  return { date, last: date !== null && dateNamed(names[date]!) === 'first' ? (last ?? null) : null }
}

/** Whether date columns are campaigns' run times rather than spend periods: each campaign occurs once, some without an end. */
const areFlights = (
  body: SheetRows,
  { date, last, campaign }: { date: number; last: number; campaign: number | null },
  hasReport: boolean,
): boolean => {
  if (hasReport) return true
  const cell = (row: readonly string[], index: number) => row[index]?.trim() ?? ''
  const named =
    campaign === null ? [] : body.filter((row) => IS_LIKE.date(cell(row, date)) && cell(row, campaign) !== '')
  if (campaign === null || named.length < 2) return false
  if (named.some((row) => !IS_LIKE.date(cell(row, last)))) return true
  const pairs = named.map((row) => `${cell(row, date)} ${cell(row, last)}`)
  const campaigns = new Set(named.map((row) => cell(row, campaign)))
  return new Set(pairs).size > 1 && campaigns.size === named.length
}

const amountsByName = (names: readonly string[], columns: Columns): number[] => {
  const of = (kind: 'spend' | 'sum') =>
    names.flatMap((name, index) => (amountNamed(name) === kind ? [index] : []))
  const [spend, sum] = [of('spend'), of('sum')]
  const named = spend.length > 0 ? spend : sum
  const withAmounts = named.filter((index) => columns.has(index, IS_LIKE.amount))
  return withAmounts.length > 0 ? withAmounts : named
}

/** Guesses columns by names, else by their cells, and the report's period. */
export const sheetShapeOf = (rows: SheetRows): SheetShape => {
  const { line: header, isKnown } = findHeader(rows)
  const above = header === null ? [] : rows.slice(0, header)
  const body = rows.slice(header === null ? 0 : header + 1, SAMPLE)
  const names = header === null ? [] : rows[header]!.map((name) => name.trim())
  const columns = columnsOf(body)
  const order = dateOrderOf(above.flat())
  const report = reportPeriodOf(above, order === 'unsure' ? 'day_first' : order)

  const campaignByName = ranked(names, campaignNamed)[0] ?? null
  const pair = datesByName(names, columns)
  const isOwnPeriod =
    pair.date === null ||
    pair.last === null ||
    isPeriodStart(names[pair.date]!) ||
    !areFlights(body, { date: pair.date, last: pair.last, campaign: campaignByName }, report !== null)
  const dates = isOwnPeriod ? pair : { date: null, last: null }
  const date = dates.date ?? (isKnown ? null : (columns.looking(IS_LIKE.date, [])[0] ?? null))
  const named = amountsByName(names, columns)
  const candidates =
    named.length > 0
      ? named
      : columns
          .looking(IS_LIKE.amount, [date, dates.last])
          .filter((index) => header === null || mayBeAmount(names[index] ?? ''))
  const amount = candidates.length === 1 ? candidates[0]! : null
  // With a header, only a column called source is one: exports have none.
  const [byContent = null, second = null] =
    header === null ? columns.looking(IS_LIKE.name, [date, dates.last, ...candidates]) : []
  return {
    mapping: {
      header,
      source: ranked(names, sourceNamed)[0] ?? byContent,
      campaign: campaignByName ?? second,
      date,
      last: dates.last,
      amount,
    },
    candidates: candidates.length > 1 ? candidates : [],
    report,
  }
}

export const currencyColumnOf = (rows: SheetRows, { header }: Mapping): number | null => {
  const found = header === null ? -1 : rows[header]!.findIndex((name) => isCurrencyColumn(name))
  return found === -1 ? null : found
}

const isWeekly = (days: readonly string[]): boolean =>
  days.length > 1 &&
  days.every((day, index) => index === 0 || Date.parse(day) - Date.parse(days[index - 1]!) === 7 * 86_400_000)

/**
 * What a date column's day means, by its name and cells; 'unsure': ambiguous.
 * @param days all its days, `YYYY-MM-DD`
 */
export const unitOf = (
  name: string | undefined,
  days: readonly string[],
  report: DayRange | null,
): DateUnit | 'unsure' => {
  const named = dateNamed(name ?? '')
  const distinct = [...new Set(days)].toSorted()
  const isFirsts = distinct.length > 0 && distinct.every((day) => day.endsWith('-01'))
  if (named === 'day' || named === 'week') return named
  // Days other than the first of a month contradict a month column.
  if (isFirsts && (named === 'month' || named === 'quarter' || named === 'year')) return named
  if (isFirsts && distinct.length > 1) return 'month'
  if (isFirsts) return report !== null && report.from === report.to ? 'day' : 'unsure'
  return isWeekly(distinct) ? 'unsure' : 'day'
}
