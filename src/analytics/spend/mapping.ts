import { readAmount } from './amount.ts'
import { readMonth } from './month.ts'

export const COLUMN_ROLES = ['source', 'campaign', 'month', 'amount'] as const
export type ColumnRole = (typeof COLUMN_ROLES)[number]

/** Which column of a sheet is what, by its index; null: none is. */
export type Mapping = Readonly<Record<ColumnRole, number | null>> & {
  /** The line that has names instead of values, by its index: nothing above it counts; null: none has. */
  readonly header: number | null
}

/** What people and advertising systems call the columns, the surest first. */
const NAMES: Record<ColumnRole, readonly RegExp[]> = {
  source: [
    /^(?:источник|source|utm_source)$/,
    /источник|source/,
    /канал|площадк|систем|channel|platform|network/,
  ],
  campaign: [
    /^(?:кампания|campaign|utm_campaign)$/,
    /(?:названи|имя).*кампани|campaign.*name/,
    /кампани|campaign/,
  ],
  month: [/^(?:месяц|month)$/, /месяц|month/, /дата|день|период|date|day|period/],
  amount: [
    /^(?:расходы?|сумма|spend|spent|amount|cost|costs)$/,
    /расход|потрачен|затрат|списан|spen[dt]/,
    /сумма|бюджет|стоимость|amount|budget|cost|sum/,
  ],
}
/** Names that have such a word in them and mean something else. */
const OTHERS: Partial<Record<ColumnRole, RegExp>> = {
  campaign: /(?:^|[\s_])(?:id|№|номер|тип|type|статус|status)(?:$|[\s_])/,
  amount:
    /клик|click|показ|impression|конверс|conversion|средн|average|avg|cp[acmlo]\b|дневн|daily|\sза\s|\sper\s|ндс|vat/,
}

const nameOf = (cell: string) => cell.normalize('NFKC').trim().toLowerCase()

const byName = (role: ColumnRole, header: readonly string[], taken: ReadonlySet<number>): number | null => {
  for (const pattern of NAMES[role]) {
    const found = header.findIndex(
      (name, index) => !taken.has(index) && pattern.test(name) && !OTHERS[role]?.test(name),
    )
    if (found !== -1) return found
  }
  return null
}

const ENOUGH = 0.8
const SAMPLE = 100

/** What the cells themselves look like. */
const LOOKS: Record<ColumnRole, (cell: string) => boolean> = {
  month: (cell) => readMonth(cell) !== null,
  amount: (cell) => readAmount(cell).is === 'read',
  source: (cell) => /\p{L}/u.test(cell),
  campaign: (cell) => /\p{L}/u.test(cell),
}

const byCells = (
  role: ColumnRole,
  rows: readonly (readonly string[])[],
  taken: ReadonlySet<number>,
): number | null => {
  const width = Math.max(0, ...rows.map(({ length }) => length))
  for (let index = 0; index < width; index++) {
    const cells = rows.map((row) => row[index]?.trim() ?? '').filter((cell) => cell !== '')
    const fitting = cells.filter(LOOKS[role]).length
    if (!taken.has(index) && cells.length > 0 && fitting / cells.length >= ENOUGH) return index
  }
  return null
}

/** Months before amounts, which may look alike; sources before campaigns, which differ by their place only. */
const ORDER: readonly ColumnRole[] = ['month', 'amount', 'source', 'campaign']

/** Reports have a title and a period above their table. */
const HEADER_WITHIN = 20

const namedIn = (row: readonly string[]): ReadonlyMap<ColumnRole, number> => {
  const names = row.map(nameOf)
  const named = new Map<ColumnRole, number>()
  // A source may be called "Budget": a line with an amount or a month in it is no header.
  if (names.some((cell) => LOOKS.month(cell) || LOOKS.amount(cell))) return named
  for (const role of ORDER) {
    const found = byName(role, names, new Set(named.values()))
    if (found !== null) named.set(role, found)
  }
  return named
}

/** Which column is what, by their names where there are some, else by what the cells look like. */
export const guessMapping = (rows: readonly (readonly string[])[]): Mapping => {
  const named = rows.slice(0, HEADER_WITHIN).map(namedIn)
  const most = Math.max(0, ...named.map(({ size }) => size))
  const header = most === 0 ? null : named.findIndex(({ size }) => size === most)
  const names = header === null ? new Map<ColumnRole, number>() : named[header]!
  const mapping: Record<ColumnRole, number | null> = {
    source: null,
    campaign: null,
    month: null,
    amount: null,
  }
  const taken = new Set<number>(names.values())
  const sample = rows.slice(header === null ? 0 : header + 1, SAMPLE)
  for (const role of ORDER) {
    // Where the columns have names, one that is not named as a campaign is something else.
    mapping[role] =
      names.get(role) ?? (header !== null && role === 'campaign' ? null : byCells(role, sample, taken))
    if (mapping[role] !== null) taken.add(mapping[role])
  }
  return { ...mapping, header }
}
