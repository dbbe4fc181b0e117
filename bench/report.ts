import process from 'node:process'
import type { ParseArgsOptionsConfig, parseArgs } from 'node:util'

/*
 * What a bench is given and what it reports: notes, tables, and goals with their next step.
 */

/** Everything `npm run bench` takes. With any of them but the first two, nothing is written to results.md. */
export const OPTIONS = {
  only: { type: 'string', multiple: true },
  runs: { type: 'string', default: '1' },
  /** Small sizes and few rounds, to see that a bench works. */
  quick: { type: 'boolean', default: false },
  rounds: { type: 'string' },
  contacts: { type: 'string' },
  /** start: which pages, which network, and a list of every file. */
  pages: { type: 'string' },
  network: { type: 'string' },
  files: { type: 'boolean' },
  /** scale: `1000000x24,10000000x2000`, contacts × clients. */
  sizes: { type: 'string' },
  'columns-from': { type: 'string' },
  /** soak. */
  loops: { type: 'string' },
  hours: { type: 'string' },
  kiosk: { type: 'string' },
  /** week. */
  days: { type: 'string' },
} as const satisfies ParseArgsOptionsConfig

export type BenchOptions = ReturnType<typeof parseArgs<{ options: typeof OPTIONS }>>['values']

/** A number of an option, or the full or the quick one in its place. */
export const chosenSize = (given: string | undefined, { quick }: BenchOptions, full: number, small: number) =>
  given === undefined ? (quick ? small : full) : Number(given)

type Unit = '×' | 'ms' | 's' | '%' | 'MB' | 'KB' | ''

interface Goal {
  readonly name: string
  readonly value: number
  readonly most: number
  readonly unit: Unit
  readonly next: string
}

export interface BenchReport {
  /** Notes and tables as Markdown. */
  readonly blocks: string[]
  readonly goals: Goal[]
  readonly versions: Record<string, string>
}

/** Of this process. */
export const report: BenchReport = { blocks: [], goals: [], versions: { Node: process.versions.node } }

const DIGITS = { '×': 2, ms: 1, s: 1, '%': 1, MB: 1, KB: 1, '': 0 } as const satisfies Record<Unit, number>
export const shownAs = (value: number, unit: Unit) =>
  value.toLocaleString('en', { minimumFractionDigits: DIGITS[unit], maximumFractionDigits: DIGITS[unit] })
export const ms = (value: number) => `${shownAs(value, 'ms')} ms`
export const times = (value: number) => shownAs(value, '×')
/** A share of one, in percent. */
export const percent = (share: number) => `${shownAs(share * 100, '%')} %`
export const whole = (value: number) => shownAs(value, '')

/** Of Markdown: the first row is the head. */
const markdownTable = ([head = [], ...rows]: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')

const print = ([head = [], ...rows]: readonly (readonly string[])[]) => {
  const widths = head.map((cell, at) => Math.max(cell.length, ...rows.map((row) => row[at]?.length ?? 0)))
  const line = (row: readonly string[]) => row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  ')
  console.log(`\n${line(head)}\n${widths.map((width) => '─'.repeat(width)).join('  ')}`)
  for (const row of rows) console.log(line(row))
}

/** @param most the value passes up to this; @param next what to try while it does not */
export const addGoal = (name: string, value: number, most: number, unit: Unit, next: string) =>
  report.goals.push({ name, value, most, unit, next })

/** How something was measured. */
export const addRemark = (text: string) => {
  report.blocks.push(text)
  console.log(`\n${text}`)
}

/** Rows of as many cells each; the first one is the head, with the table's title in its corner. */
export const addTable = (rows: readonly (readonly string[])[]) => {
  report.blocks.push(markdownTable(rows))
  print(rows)
}

/** Goals of every run of a bench: each with the run whose value is the median beside what it may be at most. */
export const goalsTable = (runs: readonly (readonly Goal[])[]): string => {
  const rows = (runs[0] ?? []).map(({ name, unit, next }) => {
    const found = runs.flatMap((goals) => goals.find((one) => one.name === name) ?? [])
    // A value above 0 where nothing may be is as far from the goal as it is large.
    const far = ({ value, most }: Goal) => (most === 0 ? value : value / most)
    const sorted = found.toSorted((a, b) => far(a) - far(b))
    const { value, most } = sorted[Math.floor((sorted.length - 1) / 2)]!
    const [least, largest] = [Math.min, Math.max].map((of) => of(...found.map((one) => one.value)))
    const spread = found.length > 1 ? ` (${shownAs(least!, unit)}–${shownAs(largest!, unit)})` : ''
    return [
      name,
      `${shownAs(value, unit)} ${unit}`.trim() + spread,
      `${shownAs(most, unit)} ${unit}`.trim(),
      ...(value <= most ? ['PASS', ''] : ['SHORT', next]),
    ]
  })
  if (rows.length === 0) return ''
  const table = [['Goal', 'measured', 'at most', '', 'next to try'], ...rows]
  print(table)
  return markdownTable(table)
}

/** The value that a share `p` of the numbers does not exceed. */
export const percentile = (numbers: readonly number[], p: number): number => {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.min(Math.ceil(sorted.length * p) - 1, sorted.length - 1)] ?? Number.NaN
}
export const median = (numbers: readonly number[]) => percentile(numbers, 0.5)
