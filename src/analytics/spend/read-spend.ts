import { SPENT_NAME_MAX } from '#/contract/preferences.ts'
import { addUp, placeKey, type MonthDays, type SpendAmount } from './amounts.ts'
import { decimalSignOf, readAmount, type AmountProblem } from './amount.ts'
import type { Mapping, ColumnRole } from './mapping.ts'
import { daysOfMonth, readMonth, slashOrderOf } from './month.ts'

/** Why a line cannot be read. */
export type LineProblem = AmountProblem | 'no_source' | 'long_name' | 'no_month' | 'month_unknown'

interface LineError {
  /** As a spreadsheet counts them, from 1. */
  readonly line: number
  readonly problem: LineProblem
  /** The cell it is about. */
  readonly text: string
}

/** An amount and the lines it was read from. */
export interface ReadSpend extends SpendAmount {
  readonly lines: readonly number[]
}

export interface SheetSpend {
  /** Lines of one place are added up. */
  readonly amounts: readonly ReadSpend[]
  readonly errors: readonly LineError[]
  /** Lines that are sums of others: counted, they would count twice. */
  readonly totals: readonly number[]
  /** Signs and words of currencies, which are not kept. */
  readonly currencies: readonly string[]
  /** Each line is of a day, not of a month. */
  readonly isDaily: boolean
  /** An unfinished month is among those given without days. */
  readonly hasCurrentMonth: boolean
}

export interface ReadSpendOptions {
  /** Of every line, where no column says it: `YYYY-MM`. */
  readonly month: string
  /** `YYYY-MM-DD` */
  readonly today: string
  /** Amounts of the current month without days are what was spent until today, not the whole month's. */
  readonly isSoFar: boolean
  /** Names of sources and campaigns with contacts: a name that differs from one only by case is that one. */
  readonly known: Readonly<Record<'source' | 'campaign', readonly string[]>>
}

const TOTAL = /^(?:итого|итог|всего|(?:grand )?total|sum)(?:$|[\s:.])/i

/** A name with its spaces in order. */
export const cleanName = (text: string): string => text.normalize('NFC').trim().replaceAll(/\s+/g, ' ')

const speller = (known: readonly string[]) => {
  const fold = (name: string) => cleanName(name).toLowerCase()
  const exact = new Set(known)
  const folded = new Map(known.toReversed().map((name) => [fold(name), name]))
  return (name: string) => (exact.has(name) ? name : (folded.get(fold(name)) ?? name))
}

/** All of a month: null. */
const daysOrNull = (month: string, first: number, last: number): MonthDays | null =>
  first === 1 && last === Number(daysOfMonth(month).to.slice(8)) ? null : { first, last }

/** The days until today where the month is not over; null: all of it. */
export const daysSoFar = (month: string, today: string): MonthDays | null =>
  today.slice(0, 7) === month ? daysOrNull(month, 1, Number(today.slice(8))) : null

interface Line {
  readonly line: number
  readonly source: string
  readonly campaign: string | null
  readonly month: string
  readonly day: number | null
  readonly amount: number
}

/** The days that lines of days are of, by month: those of all lines, since a source may have cost nothing on some. */
const coveredDays = (lines: readonly Line[]): ReadonlyMap<string, MonthDays | null> => {
  const days = Map.groupBy(lines, ({ month }) => month)
  return new Map(
    [...days].map(([month, ofMonth]) => {
      const numbers = ofMonth.map(({ day }) => day ?? 1)
      return [month, daysOrNull(month, Math.min(...numbers), Math.max(...numbers))]
    }),
  )
}

/** What a sheet says was spent, line by line, and why some lines say nothing. */
export const readSpend = (
  rows: readonly (readonly string[])[],
  mapping: Mapping,
  { month: usualMonth, today, isSoFar, known }: ReadSpendOptions,
): SheetSpend => {
  const cellOf = (row: readonly string[], role: ColumnRole) =>
    mapping[role] === null ? '' : (row[mapping[role]] ?? '').trim()
  const body = rows
    .map((row, index) => ({ row, line: index + 1 }))
    .filter(({ row, line }) => line > (mapping.header ?? -1) + 1 && row.some((cell) => cell.trim() !== ''))
  const column = (role: ColumnRole) => body.map(({ row }) => cellOf(row, role))
  const decimalSign = decimalSignOf(column('amount'))
  const slashOrder = slashOrderOf(column('month'))
  const spell = { source: speller(known.source), campaign: speller(known.campaign) }
  const lines: Line[] = []
  const errors: LineError[] = []
  const totals: number[] = []
  const currencies = new Set<string>()

  for (const { row, line } of body) {
    const fail = (problem: LineProblem, text: string) => errors.push({ line, problem, text })
    const source = cleanName(cellOf(row, 'source'))
    const campaign = cleanName(cellOf(row, 'campaign'))
    const first = row.find((cell) => cell.trim() !== '') ?? ''
    if (TOTAL.test(source) || (source === '' && TOTAL.test(first.trim()))) {
      totals.push(line)
      continue
    }
    const monthText = cellOf(row, 'month')
    const read = mapping.month === null ? { month: usualMonth, day: null } : readMonth(monthText, slashOrder)
    const amount = readAmount(cellOf(row, 'amount'), decimalSign)
    if (source === '') fail('no_source', '')
    else if (source.length > SPENT_NAME_MAX) fail('long_name', source)
    else if (campaign.length > SPENT_NAME_MAX) fail('long_name', campaign)
    else if (read === null) fail(monthText === '' ? 'no_month' : 'month_unknown', monthText)
    else if (amount.is !== 'read') fail(amount.is, cellOf(row, 'amount'))
    else {
      if (amount.currency !== null) currencies.add(amount.currency)
      const names = {
        source: spell.source(source),
        campaign: campaign === '' ? null : spell.campaign(campaign),
      }
      lines.push({ line, ...names, ...read, amount: amount.amount })
    }
  }

  // A sheet of months may write each as its first day.
  const isDaily = lines.some(({ day }) => day !== null && day !== 1)
  const covered = isDaily ? coveredDays(lines) : null
  const places = new Map<string, ReadSpend>()
  for (const { line, source, campaign, month, amount } of lines) {
    const days = covered ? (covered.get(month) ?? null) : isSoFar ? daysSoFar(month, today) : null
    const own = { source, campaign, month, amount, days }
    const before = places.get(placeKey(own))
    places.set(placeKey(own), {
      ...(before ? addUp(before, own) : own),
      lines: [...(before?.lines ?? []), line],
    })
  }
  return {
    amounts: [...places.values()],
    errors,
    totals,
    currencies: [...currencies],
    isDaily,
    hasCurrentMonth: !isDaily && lines.some(({ month }) => daysSoFar(month, today) !== null),
  }
}
