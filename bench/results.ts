import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'

const FILE = join(import.meta.dirname, 'results.md')
const HEAD = `# Results

Each section is written by its bench (\`npm run bench:…\`). Times are only worth something beside those of the same run.
`

/** Of Markdown: the first row is the head. */
export const markdownTable = ([head = [], ...rows]: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')

/** Puts a section of bench/results.md in the place of the one of the same name, and says when, with what and on what it was measured. */
export const writeResults = (
  name: string,
  body: string,
  versions: Readonly<Record<string, string>>,
): void => {
  const [cpu] = cpus()
  const told = Object.entries({ ...versions, Node: process.versions.node }).map((one) => one.join(' '))
  const machine = `${cpus().length} × ${cpu?.model.trim() ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GB`
  const section = `## ${name}\n\n${new Date().toISOString().slice(0, 10)} · ${told.join(', ')} · ${machine}\n\n${body.trim()}\n`
  const [head = '', ...others] = (existsSync(FILE) ? readFileSync(FILE, 'utf8') : HEAD).split(/^(?=## )/m)
  const at = others.findIndex((one) => one.startsWith(`## ${name}\n`))
  const sections = at < 0 ? [...others, section] : others.with(at, section)
  writeFileSync(FILE, [head, ...sections].map((one) => one.trim()).join('\n\n') + '\n')
}
