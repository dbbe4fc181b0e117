import process from 'node:process'
import { measureHeld } from './archive/held.ts'
import { measureServerCount } from './archive/server-count.ts'
import { measureBackground } from './archive/simulated.ts'
import { measureVisits } from './archive/visits.ts'
import { printFigures, type BenchFigure } from './support.ts'

/*
 * npm run bench:archive: the archive's goals (docs/archive.md), each beside what it is held against in the same run. `-- --quick` takes
 * fewer contacts and days; `-- held`, `-- background`, `-- server-count` and `-- visits` run one part alone.
 */

const asked = new Set(process.argv.slice(2))
const isQuick = asked.delete('--quick')
const started = performance.now()

const PARTS: Readonly<Record<string, () => Promise<BenchFigure[]>>> = {
  background: () => (isQuick ? measureBackground(30, 130) : measureBackground(365, 365)),
  held: () => measureHeld(isQuick),
  'server-count': () => measureServerCount(isQuick),
  visits: () => measureVisits(isQuick),
}

for (const [name, measure] of Object.entries(PARTS))
  if (asked.size === 0 || asked.has(name)) printFigures(name, await measure())
console.log(`\n${((performance.now() - started) / 1000).toFixed(0)} s`)
