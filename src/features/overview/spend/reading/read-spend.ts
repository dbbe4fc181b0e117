import { SPENT_NAME_MAX } from '#/contract/preferences.ts'
import { daysIn, type DayRange } from '#/contract/day.ts'
import type { MonthDays, SpendAmount, SpendPlace, SpendSpan } from '#/analytics/spend/amounts.ts'
import {
  daysOrNull,
  hullOf,
  joinSpans,
  limitKey,
  sumOfAmounts,
  toHundredths,
} from '#/features/overview/spend/change-amounts.ts'
import { decimalSignOf, readAmount, type AmountProblem, type ReadAmount } from './amount.ts'
import { amountNamed } from './column-names.ts'
import { currencyInName, currencyNamed } from './currency.ts'
import { currencyColumnOf, unitOf, type ColumnRole, type DateUnit, type SheetShape } from './mapping.ts'
import { daysOfMonth, monthsOf, overlap } from '#/analytics/spend/month.ts'
import { proposeSource } from './own-source.ts'
import { dateOrderOf, readPeriod, type DateOrder } from './period.ts'
import type { SheetRows } from './sheet.ts'
import { leftOutLines, type LeftOutBecause } from './totals.ts'
import { periodOf } from './unit-period.ts'

export type LineProblem = AmountProblem | 'no_source' | 'long_name' | 'no_month' | 'month_unknown'

interface LineError {
  /** From 1, as in spreadsheets. */
  readonly line: number
  readonly problem: LineProblem
  readonly text: string
}

interface LeftOutLine {
  readonly line: number
  readonly because: LeftOutBecause
  readonly text: string
}

export interface ReadSpend extends SpendAmount {
  readonly spans: readonly SpendSpan[]
  readonly lines: readonly number[]
}

/** Ambiguities that the user must resolve first. */
export type SpendQuestion = 'amount' | 'source' | 'order' | 'unit' | 'millionths'

/** The user's answers; null: open. */
export interface SpendAnswers {
  readonly order: DateOrder | null
  readonly unit: DateUnit | null
  readonly millionths: boolean | null
  readonly source: string
  readonly days: DayRange
}

export interface SheetSpend {
  readonly questions: readonly SpendQuestion[]
  /** Open questions: nothing is read before they are answered. */
  readonly open: readonly SpendQuestion[]
  readonly amounts: readonly ReadSpend[]
  readonly errors: readonly LineError[]
  /** Totals and notes, which would count twice. */
  readonly leftOut: readonly LeftOutLine[]
  /** Currencies (not stored): codes or ambiguous signs. */
  readonly currencies: readonly string[]
  readonly isDaily: boolean
  /** Some periods are not months: spread over their days. */
  readonly isSpread: boolean
  readonly hasCurrentMonth: boolean
  readonly examples: { readonly dates: readonly string[]; readonly amounts: readonly string[] }
}

export interface ReadSpendOptions extends SpendAnswers {
  readonly today: string
  /** Amounts of the current month without days are up to today. */
  readonly isSoFar: boolean
  /** Names with contacts; names differing in case only are taken as these. */
  readonly known: Readonly<Record<'source' | 'campaign', readonly string[]>>
}

export const cleanName = (text: string): string => text.normalize('NFC').trim().replaceAll(/\s+/g, ' ')

/** A cache: lines repeat the same texts. */
const remembered = <Answer>(answer: (first: string, second: string) => Answer) => {
  const known = new Map<string, { readonly answer: Answer }>()
  return (first: string, second = ''): Answer => {
    const key = `${first}\n${second}`
    const found = known.get(key) ?? { answer: answer(first, second) }
    known.set(key, found)
    return found.answer
  }
}

const speller = (known: readonly string[]) => {
  const fold = (name: string) => cleanName(name).toLowerCase()
  const exact = new Set(known)
  const folded = new Map(known.toReversed().map((name) => [fold(name), name]))
  return remembered((name) => (exact.has(name) ? name : (folded.get(fold(name)) ?? name)))
}

/** The current month's days until today; null: the whole month. */
export const daysSoFar = (month: string, today: string): MonthDays | null =>
  today.slice(0, 7) === month ? daysOrNull(month, 1, Number(today.slice(8))) : null

const isNothing = (text: string) => /^[-–—\s]*$/.test(text)
const nameIn = (cell: string) => (isNothing(cell) ? '' : cleanName(cell))

interface BodyLine {
  readonly line: number
  readonly row: readonly string[]
  readonly cell: (role: ColumnRole) => string
}

const bodyOf = (rows: SheetRows, { mapping }: SheetShape): BodyLine[] =>
  rows.flatMap((row, index) =>
    index > (mapping.header ?? -1) && row.some((cell) => cell.trim() !== '')
      ? [
          {
            line: index + 1,
            row,
            cell: (role) => (mapping[role] === null ? '' : (row[mapping[role]] ?? '').trim()),
          },
        ]
      : [],
  )

interface Line {
  readonly line: number
  readonly source: string
  readonly campaign: string | null
  readonly amount: number
  readonly days: DayRange
  readonly isWholeMonth: boolean
  readonly isDay: boolean
}

/** Covered days by month over all lines, since a source may have no cost on some. */
const coveredDays = (lines: readonly Line[]): ReadonlyMap<string, MonthDays | null> => {
  const days = Map.groupBy(
    lines.filter(({ isDay }) => isDay),
    ({ days }) => days.from.slice(0, 7),
  )
  return new Map(
    [...days].map(([month, ofMonth]) => {
      const numbers = ofMonth.map((one) => Number(one.days.from.slice(8)))
      return [month, daysOrNull(month, Math.min(...numbers), Math.max(...numbers))]
    }),
  )
}

const partsByMonth = (days: DayRange) =>
  monthsOf(days).map((month) => {
    const own = overlap(days, daysOfMonth(month))!
    return {
      month,
      share: daysIn(own) / daysIn(days),
      days: daysOrNull(month, Number(own.from.slice(8)), Number(own.to.slice(8))),
    }
  })

/** Splits an amount by days into months; parts add up exactly. */
const byMonth = (amount: number, parts: ReturnType<typeof partsByMonth>) => {
  let left = amount
  return parts.map(({ month, share, days }, index) => {
    const part = toHundredths(index === parts.length - 1 ? left : amount * share)
    left -= part
    return { month, days, amount: part }
  })
}

const addUpLines = (lines: readonly Line[], today: string, isSoFar: boolean): ReadSpend[] => {
  const covered = coveredDays(lines)
  const parts = remembered((from, to) => partsByMonth({ from, to }))
  const places = new Map<string, { place: SpendPlace; spans: SpendSpan[]; lines: Set<number> }>()
  for (const { line, source, campaign, amount, days, isWholeMonth, isDay } of lines)
    for (const span of byMonth(amount, parts(days.from, days.to))) {
      const place = { source, campaign, month: span.month }
      const soFar = isWholeMonth && isSoFar ? daysSoFar(span.month, today) : null
      const own = isDay ? (covered.get(span.month) ?? null) : (soFar ?? span.days)
      const found = places.get(limitKey(place)) ?? { place, spans: [], lines: new Set<number>() }
      found.spans.push({ amount: span.amount, days: own })
      found.lines.add(line)
      places.set(limitKey(place), found)
    }
  return [...places.values()].map(({ place, spans, lines: own }) => {
    const joined = joinSpans(place.month, spans)
    return { ...place, amount: sumOfAmounts(joined), days: hullOf(joined), spans: joined, lines: [...own] }
  })
}

const distinct = (texts: readonly string[]) => [...new Set(texts)]
const EXAMPLES = 3
const TOTALS_WITHIN = 5

const NAMED = /micro|микро|millionth|миллионн/iu
/** A hundredth in millionths: money is a multiple of it. */
const HUNDREDTH = 10_000
const [ONE, HUNDRED] = [1_000_000, 100_000_000]

/**
 * Whether amounts may be millionths, as in advertising APIs: large whole numbers without currency.
 * @param name of their column
 */
const isMillionths = (name: string, texts: readonly string[]): boolean => {
  const written = texts.map((text) => text.trim()).filter((text) => /[1-9]/.test(text))
  const amounts = written.filter((text) => readAmount(text, null, 1e-6).is === 'read')
  if (amounts.length === 0) return false
  if (NAMED.test(name)) return true
  if (!amounts.every((text) => /^\d+$/.test(text))) return false
  const numbers = amounts.map(Number)
  const isMoney = numbers.every((number) => number % HUNDREDTH === 0) && Math.max(...numbers) >= ONE
  return isMoney || (numbers.every((number) => number >= ONE / 10) && Math.max(...numbers) >= HUNDRED)
}

/**
 * Reads a sheet's spend line by line, with problems. Ambiguities become questions, and nothing is read before
 * they are answered.
 */
export const readSpend = (rows: SheetRows, shape: SheetShape, options: ReadSpendOptions): SheetSpend => {
  const { mapping, report } = shape
  const { known, today } = options
  const body = bodyOf(rows, shape)
  const column = (role: ColumnRole) => body.map(({ cell }) => cell(role))
  const nameOf = (role: ColumnRole) =>
    mapping.header === null || mapping[role] === null ? '' : (rows[mapping.header]?.[mapping[role]] ?? '')

  const above = mapping.header === null ? [] : rows.slice(0, mapping.header).flat()
  const guessedOrder = dateOrderOf(distinct([...column('date'), ...column('last'), ...above]))
  const hasDates = mapping.date !== null
  const needsOrder = hasDates && guessedOrder === 'unsure'
  const order = guessedOrder === 'unsure' ? (options.order ?? 'day_first') : guessedOrder
  const period = remembered((text) => readPeriod(text, order))

  const days = distinct(column('date')).flatMap((text) => {
    const found = period(text)
    return found?.is === 'day' ? [found.from] : []
  })
  const guessedUnit = mapping.last !== null ? 'day' : unitOf(nameOf('date'), days, report?.days ?? null)
  const unit = options.unit ?? (guessedUnit === 'unsure' ? 'day' : guessedUnit)

  const amountTexts = column('amount')
  const decimalSign = decimalSignOf(amountTexts)
  const needsMillionths = isMillionths(nameOf('amount'), amountTexts)
  const amountOf = (text: string): ReadAmount =>
    readAmount(text, decimalSign, needsMillionths && options.millionths === true ? 1e-6 : 1)

  const oneSource = cleanName(options.source)
  const questions: readonly SpendQuestion[] = [
    ...(mapping.amount === null || shape.candidates.length > 1 ? (['amount'] as const) : []),
    ...(mapping.source === null ? (['source'] as const) : []),
    ...(needsOrder ? (['order'] as const) : []),
    ...(guessedUnit === 'unsure' && days.length > 0 && !(needsOrder && options.order === null)
      ? (['unit'] as const)
      : []),
    ...(needsMillionths ? (['millionths'] as const) : []),
  ]
  const isAnswered = {
    amount: mapping.amount !== null,
    source: oneSource !== '' && oneSource.length <= SPENT_NAME_MAX,
    order: options.order !== null,
    unit: options.unit !== null,
    millionths: options.millionths !== null,
  } satisfies Record<SpendQuestion, boolean>
  const open = questions.filter((question) => !isAnswered[question])

  const omitted = leftOutLines(
    body.map(({ row, cell }) => {
      const amount = readAmount(cell('amount'), decimalSign, needsMillionths ? 1e-6 : 1)
      const written = row.filter((one) => !isNothing(one))
      const own = (role: ColumnRole) => (mapping[role] === null ? null : nameIn(cell(role)))
      return {
        label: cleanName(written[0] ?? ''),
        filled: written.length,
        source: own('source'),
        campaign: own('campaign'),
        date: own('date'),
        amount: amount.is === 'read' ? amount.amount : null,
        isAmountEmpty: amount.is === 'no_amount',
      }
    }),
  )
  const leftOut = body.flatMap(({ line, row, cell }, index): LeftOutLine[] => {
    const because = omitted.get(index)
    if (because === undefined) return []
    const first = row.find((one) => !isNothing(one)) ?? ''
    return [{ line, because, text: cleanName(because === 'nameless_total' ? cell('amount') : first) }]
  })

  const periodIn = remembered((date, last) =>
    periodOf(
      { date, last },
      { mapping, unit, report: report?.days ?? null, usual: options.days, read: period },
    ),
  )
  const spell = { source: speller(known.source), campaign: speller(known.campaign) }
  const lines: Line[] = []
  const errors: LineError[] = []
  const currencies = new Set<string>()
  const currencyColumn = currencyColumnOf(rows, mapping)

  for (const [index, { line, row, cell }] of body.entries()) {
    if (omitted.has(index)) continue
    const fail = (problem: LineProblem, text: string) => errors.push({ line, problem, text })
    const source = mapping.source === null ? oneSource : nameIn(cell('source'))
    const campaign = nameIn(cell('campaign'))
    const amount = amountOf(cell('amount'))
    const found = periodIn(cell('date'), cell('last'))
    if (source === '' && mapping.source !== null) fail('no_source', '')
    else if (source.length > SPENT_NAME_MAX) fail('long_name', source)
    else if (campaign.length > SPENT_NAME_MAX) fail('long_name', campaign)
    else if (found === null) fail(cell('date') === '' ? 'no_month' : 'month_unknown', cell('date'))
    else if (amount.is !== 'read') fail(amount.is, cell('amount'))
    else {
      const inCell = currencyColumn === null ? null : currencyNamed(row[currencyColumn] ?? '')
      const currency = amount.currency ?? inCell
      if (currency !== null) currencies.add(currency)
      lines.push({
        line,
        source: spell.source(source),
        campaign: campaign === '' ? null : spell.campaign(campaign),
        amount: amount.amount,
        ...found,
      })
    }
  }
  const named = currencyInName(nameOf('amount'))
  if (named !== null && amountNamed(nameOf('amount')) !== null) currencies.add(named)

  return {
    questions,
    open,
    amounts: open.length > 0 ? [] : addUpLines(lines, today, options.isSoFar),
    errors: mapping.amount === null || open.includes('order') ? [] : errors,
    leftOut: mapping.amount === null ? [] : leftOut,
    currencies: [...currencies],
    isDaily: lines.some(({ isDay }) => isDay),
    isSpread: lines.some(({ isDay, isWholeMonth }) => !isDay && !isWholeMonth),
    hasCurrentMonth: lines.some(
      ({ isWholeMonth, days: own }) => isWholeMonth && daysSoFar(own.from.slice(0, 7), today) !== null,
    ),
    examples: {
      dates: distinct(column('date').filter((text) => /\d/.test(text))).slice(0, EXAMPLES),
      amounts: distinct(amountTexts.filter((text) => /[1-9]/.test(text))).slice(0, EXAMPLES),
    },
  }
}

/**
 * The likely source of all lines by the file's texts; null: a column has it, or unknown.
 * @param known sources with contacts
 */
export const proposedSource = (
  rows: SheetRows,
  shape: SheetShape,
  file: { readonly fileName: string | null; readonly sheetName: string | null },
  known: readonly string[],
): string | null => {
  const { header, source } = shape.mapping
  if (source !== null) return null
  const totals = bodyOf(rows, shape).flatMap(({ row }) => row.find((cell) => !isNothing(cell)) ?? [])
  return proposeSource(
    {
      ...file,
      above: header === null ? [] : rows.slice(0, header),
      names: header === null ? [] : rows[header]!,
      totals: totals.slice(-TOTALS_WITHIN),
    },
    known,
  )
}
