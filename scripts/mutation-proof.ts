import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { parseSync } from 'vite'
import { createRandom } from '../src/server/reference/sample/random.ts'

/* Mutation testing: breaks lines by seed and runs dependent tests. Survivors need a test, or have no visible effect. */

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    lines: { type: 'string', default: '40' },
    code: { type: 'string', default: 'src/{app,domain,features}' },
    // Adjacent tests only: 15 minutes instead of a night.
    near: { type: 'boolean', default: false },
    // Selected mutants by number.
    only: { type: 'string', default: '' },
  },
})

interface Break {
  readonly file: string
  readonly line: number
  readonly from: number
  readonly to: number
  readonly instead: string
}

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [key: string]: unknown
}
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

const OPPOSITES: Readonly<Record<string, string>> = {
  '===': '!==',
  '!==': '===',
  '<': '>=',
  '>=': '<',
  '>': '<=',
  '<=': '>',
  '&&': '||',
  '||': '&&',
  '+': '-',
  '-': '+',
}
const LEFT_OUT = /^(?:filter|map|toSorted|toReversed|slice|trim|toLowerCase|replaceAll)$/

const insteadOf = (node: Node, textOf: (node: Node) => string): string | null => {
  if (node.type === 'Literal') {
    if (typeof node['value'] === 'number') return String(node['value'] + 1)
    if (typeof node['value'] === 'boolean') return String(!node['value'])
  }
  if (node.type === 'BinaryExpression' || node.type === 'LogicalExpression') {
    const [left, right] = [node['left'], node['right']] as [Node, Node]
    const opposite = OPPOSITES[node['operator'] as string]
    if (opposite !== undefined) return `(${textOf(left)}) ${opposite} (${textOf(right)})`
  }
  if (node.type === 'ConditionalExpression') {
    const [test, one, other] = [node['test'], node['consequent'], node['alternate']] as [Node, Node, Node]
    return `(${textOf(test)}) ? (${textOf(other)}) : (${textOf(one)})`
  }
  if (node.type === 'ExpressionStatement' && (node['expression'] as Node).type === 'CallExpression')
    return ';'
  const callee = node.type === 'CallExpression' ? (node['callee'] as Node) : null
  if (callee?.type === 'MemberExpression' && LEFT_OUT.test(textOf(callee['property'] as Node)))
    return textOf(callee['object'] as Node)
  return null
}

const RUNS = new Set(['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression'])

const breaksOf = (file: string): readonly Break[] => {
  const source = readFileSync(file, 'utf8')
  const textOf = ({ start, end }: Node) => source.slice(start, end)
  const found: Break[] = []
  const walk = (node: Node): void => {
    if (/^(?:TS|Import|Export(?:All|Default))/.test(node.type) && !RUNS.has(node.type)) return
    const instead = insteadOf(node, textOf)
    if (instead !== null && instead !== textOf(node))
      found.push({
        file,
        line: source.slice(0, node.start).split('\n').length,
        from: node.start,
        to: node.end,
        instead,
      })
    for (const [key, child] of Object.entries(node))
      // Numeric keys may collide.
      if (key !== 'key') for (const one of [child].flat()) if (isNode(one)) walk(one)
  }
  walk(parseSync(file, source).program as unknown as Node)
  return found
}

process.chdir(join(import.meta.dirname, '..'))
const all = globSync(`${values.code}/**/*.{ts,tsx}`)
  .filter((file) => !/\.test\.tsx?$/.test(file))
  .toSorted()
  .flatMap(breaksOf)
const random = createRandom(Number(values.seed))
const chosen = new Map<string, Break>()
while (chosen.size < Math.min(Number(values.lines), all.length)) {
  const one = random.pick(all)
  chosen.set(`${one.file}:${one.line}`, one)
}

const LONGEST_MS = 20 * 60_000
const fails = async (...args: string[]): Promise<boolean> => {
  const run = spawn('vitest', [...args, '--run', '--bail=1', '--project=!browser', '--passWithNoTests'], {
    stdio: 'ignore',
    timeout: LONGEST_MS,
  })
  const [code] = (await once(run, 'close')) as [number | null]
  return code !== 0
}

const folderOf = (file: string) => dirname(file).split('/').slice(0, 3).join('/')

const isNoticed = async ({ file }: Break): Promise<boolean> =>
  // The overview's tests depend on nearly everything.
  (await fails(folderOf(file))) || (!values.near && (await fails('related', file)))

const only = values.only === '' ? null : values.only.split(',').map(Number)
let missed = 0
let tried = 0
for (const [nth, one] of [...chosen.values()].entries()) {
  if (only && !only.includes(nth + 1)) continue
  const source = readFileSync(one.file, 'utf8')
  const restore = () => writeFileSync(one.file, source)
  const stop = () => {
    restore()
    process.exit(1)
  }
  // Restores the line on interrupt.
  process.once('SIGINT', stop).once('SIGTERM', stop)
  writeFileSync(one.file, source.slice(0, one.from) + one.instead + source.slice(one.to))
  const isFaultNoticed = await isNoticed(one)
  restore()
  process.off('SIGINT', stop).off('SIGTERM', stop)
  tried++
  if (!isFaultNoticed) missed++
  console.log(
    `${String(nth + 1).padStart(3)}  ${isFaultNoticed ? 'found ' : 'MISSED'}  ${one.file}:${one.line}  ${source.slice(one.from, one.to)}  →  ${one.instead}`.replaceAll(
      /\s*\n\s*/g,
      ' ',
    ),
  )
}
console.log(`\n${tried - missed} of ${tried} found`)
