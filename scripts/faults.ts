import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import process from 'node:process'
import { FAULT_ROWS, type FaultRow } from '../src/test/faults/rows.ts'

/* Writes docs/faults.md from the list of faults and the names of the tests that prove them. */

const ROOT = join(import.meta.dirname, '..')
export const FAULTS_PAGE = join(ROOT, 'docs/faults.md')
const MATRIX = 'fault-matrix.test.tsx'

/** How a test's name begins, before the words about what it proves; and where it stands. */
const named = globSync('{src,e2e}/**/*.{test,e2e}.{ts,tsx}', { cwd: ROOT }).flatMap((path) =>
  [...readFileSync(join(ROOT, path), 'utf8').matchAll(/['"`]([\w-]+(?:, [\w-]+)*)(?=: |['"`])/g)].flatMap(
    ([, names = '']) => names.split(', ').map((name) => ({ name, file: basename(path) })),
  ),
)

/** Files with tests that prove it, each once. */
export const provedBy = ({ id, named: others = [], puts = [] }: FaultRow): readonly string[] => {
  const names = new Set([`fault-${id}`, ...others])
  const files = named.filter(({ name }) => names.has(name)).map(({ file }) => file)
  return [...new Set(puts.length > 0 ? [MATRIX, ...files] : files)].toSorted()
}

const cell = (text: string) => text.replaceAll('|', '\\|')
const rowOf = (row: FaultRow) =>
  `| ${cell(row.fault)} | ${cell(row.seen)} | ${provedBy(row)
    .map((file) => `\`${file}\``)
    .join(', ')} |`

export const faultsPage = (): string =>
  [
    '# Faults, and what people see of them',
    '',
    'Made by `npm run faults` from `src/test/faults/rows.ts` and the names of the tests. Whatever happens, no error is left in the',
    'console, no key reaches the page, no value reads “undefined” or “NaN”, the frame stays usable, the focus is not lost, and what',
    'has failed is there again without a reload once the fault is over.',
    ...Object.entries(FAULT_ROWS).flatMap(([section, rows]) => [
      '',
      `## ${section}`,
      '',
      '| Fault | What is seen | Proved in |',
      '|---|---|---|',
      ...rows.map(rowOf),
    ]),
    '',
  ].join('\n')

if (process.argv[1] === import.meta.filename) writeFileSync(FAULTS_PAGE, faultsPage())
