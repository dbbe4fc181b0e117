import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { parseArgs } from 'node:util'

/*
 * npm run bench: every bench of package.json and the soak, one after the other, and what each prints as a section of
 * bench/results.md.
 * `-- --only start` runs one, `--only start --only table` two; what stands behind `--` goes to it.
 */

const ROOT = join(import.meta.dirname, '..')
/** The longest of them, and so the last. */
const SOAK = 'soak'
/** One that would measure again what another one does. */
const PARTS: Readonly<Record<string, readonly string[]>> = { analytics: ['node', 'chromium'] }

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string', multiple: true } },
})
const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
}
const scriptOf = (name: string) => (name === SOAK ? SOAK : `bench:${name}`)
const names = [...Object.keys(scripts).flatMap((script) => /^bench:(.+)$/.exec(script)?.[1] ?? []), SOAK]
const unknown = values.only?.filter((name) => !names.includes(name)) ?? []
if (unknown.length > 0) throw new Error(`There is no bench ${unknown.join(', ')}, only ${names.join(', ')}`)

for (const name of values.only ?? names) {
  console.log(`\n── ${name}`)
  const args = positionals.length > 0 ? positionals : (PARTS[name] ?? [])
  const { status } = spawnSync('npm', ['run', '-s', scriptOf(name), '--', ...args], {
    cwd: ROOT,
    stdio: 'inherit',
    shell: process.platform === 'win32',
    env: { ...process.env, BENCH_SECTION: name },
  })
  if (status !== 0) {
    console.error(`── ${name} ended with ${status}`)
    process.exitCode = 1
  }
}
