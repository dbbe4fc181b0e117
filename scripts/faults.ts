import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import process from 'node:process'
import { PANEL_KINDS, type FaultRow } from '../src/test/faults/row.ts'
import { FAULT_ROWS } from '../src/test/faults/rows.ts'

/* Writes docs/faults.md from the list of faults and test names. */

const ROOT = join(import.meta.dirname, '..')
export const FAULTS_PAGE = join(ROOT, 'docs/faults.md')
const MATRIX = 'fault-matrix.test.tsx'
const AROUND = 'fault-around.test.tsx'

const named = globSync('{src,e2e}/**/*.{test,e2e}.{ts,tsx}', { cwd: ROOT }).flatMap((path) =>
  [...readFileSync(join(ROOT, path), 'utf8').matchAll(/['"`]([\w-]+(?:, [\w-]+)*)(?=: |['"`])/g)].flatMap(
    ([, names = '']) => names.split(', ').map((name) => ({ name, file: basename(path) })),
  ),
)

export const provedBy = ({
  id,
  named: others = [],
  puts = [],
  bears = [],
  befalls,
}: FaultRow): readonly string[] => {
  const names = new Set([`fault-${id}`, ...others])
  const files = named.filter(({ name }) => names.has(name)).map(({ file }) => file)
  return [
    ...new Set([...(puts.length + bears.length > 0 ? [MATRIX] : []), ...(befalls ? [AROUND] : []), ...files]),
  ].toSorted()
}

const list = (kinds: readonly string[]) => `${kinds.slice(0, -1).join(', ')} and ${kinds.at(-1)}`

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
    '',
    `\`${MATRIX}\` puts the service’s faults on a panel of each kind, \`${AROUND}\` what comes between the page and our server: ${list(PANEL_KINDS)}.`,
    'The service’s faults are none of the last three’s, and the wall has bars of its own (`live.test.tsx`).',
    'A long list meets each fault that fails; the other kinds meet one of those that are one kind of error to every page, which a test of its own',
    'proves, and each of them in the nightly run (`npm run test:all -- --long`). Odd values that do not hide each other are put on a page together, each alone in that run.',
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
