import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import { sources } from './architecture.ts'

/* Identifiers and files are named in the field's terms. */

/** Words of the former dialect, and what they usually stand for. */
const DIALECT: ReadonlyMap<string, string> = new Map([
  ['told', 'notified, reported'],
  ['tells', 'notifies, reports'],
  ['telling', 'notifying, reporting'],
  ['said', 'label, text, reply'],
  ['keeper', 'repository, cache'],
  ['kept', 'stored, cached, saved, retained'],
  ['looks', 'evaluations, polls'],
  ['looked', 'evaluated, checked'],
  ['firings', 'incidents'],
  ['judge', 'evaluate'],
  ['judging', 'evaluation'],
  ['judged', 'evaluated, verdicts'],
  ['asked', 'requests, question, query'],
  ['asker', 'reader'],
  ['askers', 'readers'],
  ['asking', 'request, context, isPending'],
  ['tail', 'incrementalSync'],
  ['upkeep', 'maintenance'],
  ['brought', 'preloaded'],
  ['brings', 'preloads'],
  ['entrance', 'authentication'],
  ['endings', 'sessionRevocation'],
  ['standing', 'offlineAccess, state'],
  ['acting', 'runAs, effective'],
  ['hopeless', 'PermanentError'],
  ['presenting', 'privacyMode'],
  ['wall', 'kiosk'],
  ['marks', 'annotations, cells'],
  ['pace', 'forecast, dailyRate'],
  ['paces', 'forecasts'],
  ['silence', 'inactivity'],
  ['runway', 'expiryForecast'],
  ['snapshots', 'sharedReports'],
  ['sought', 'query, search'],
  ['perhaps', 'the exact noun'],
  ['patiently', 'withRetry'],
])

/** Words of the former dialect at the end of longer names. */
const SUFFIXES: ReadonlyMap<string, string> = new Map([
  ['look', 'class, badge, the exact noun'],
  ['whole', 'isComplete, isFull, all'],
  ['found', 'isMatch, the exact noun'],
])
const SUFFIX = /(?:[a-z](?<!not|Not)|_(?<!NOT_))(Look|Whole|Found|LOOK|WHOLE|FOUND)$/

/** Single words that browsers, databases or addresses have stored, as property names only. */
const STORED: ReadonlySet<string> = new Set([
  'brought', // Answer of figures.
  'firings', // Answer of alerts, column.
  'ignoreSnapshots', // Option of Playwright.
  'isTold', // State of an alert, JSON in a column.
  'marks', // Answer of annotations, parameter of clearing.
  'pace', // Parameter of messages.
  'presenting', // Error code.
  'runway', // Sort key in addresses.
  'said', // Results of mails, column, parameter of messages.
  'silence', // Answer of figures.
  'standing', // Answer of reports, table.
  'snapshots', // Answer of shared reports, table, error field.
  'told', // Result of a run, JSON in a column.
  'wall', // Answer of the session, sealed facts.
])

/** "Wall clock" is a term of the field. */
const CLOCK = /wall(?=[Cc]lock|Day|Minute)/gi
/** Snake case is that of JSON, columns and messages. */
const SNAKE_CASE = /^[a-z\d]+(?:_[a-z\d]+)+$/

const dialectIn = (name: string) =>
  (name.replace(CLOCK, '').match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? [])
    .map((word) => word.toLowerCase())
    .find((word) => DIALECT.has(word)) ?? SUFFIX.exec(name)?.[1]?.toLowerCase()

type Node = Readonly<Record<string, unknown>> & { readonly type: string; readonly start: number }
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

const MEMBERS: ReadonlySet<string> = new Set(['key', 'property', 'name'])
const isProperty = (parent: Node, place: string) =>
  MEMBERS.has(place) &&
  parent['computed'] !== true &&
  /^(?:Property|PropertyDefinition|MethodDefinition|MemberExpression|JSXAttribute|TS(?:Property|Method)Signature)$/.test(
    parent.type,
  )
const isMessage = (parent: Node) =>
  parent.type === 'MemberExpression' && (parent['object'] as Node)['name'] === 'm'

const violationsOf = (path: string, text: string) => {
  const found = new Set<string>()
  const walk = (node: Node, parent: Node, place: string) => {
    const { name } = node
    if (typeof name === 'string' && node.type.endsWith('Identifier')) {
      const word = dialectIn(name)
      const isStored = isProperty(parent, place) && (STORED.has(name) || isMessage(parent))
      if (word !== undefined && !isStored && !SNAKE_CASE.test(name))
        found.add(`${path}: ${name}, rather ${DIALECT.get(word) ?? SUFFIXES.get(word)}`)
    }
    for (const [key, value] of Object.entries(node))
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) walk(child, node, key)
  }
  const program = parseSync(path, text).program as unknown as Node
  walk(program, program, '')
  return [...found]
}

/** Most files need no parser. */
const MAY_HAVE = new RegExp([...DIALECT.keys(), ...SUFFIXES.keys()].join('|'), 'i')

test('finds the dialect in values, types, members and props, but not in what is stored', () => {
  const code = `
    const [ROW_LOOK, NOT_FOUND] = []
    import { refusePresenting } from './a.ts'
    interface Judged { readonly said: string; daysKept: number; is_asked: boolean; rowLook: string; isNotFound: boolean }
    const f = ({ said, told: results }: Judged) => <A runway={m.runway()} asked={wallClock(said)} />
  `
  expect(violationsOf('a.tsx', code).map((text) => /: (\w+),/.exec(text)![1])).toEqual([
    'ROW_LOOK',
    'refusePresenting',
    'Judged',
    'daysKept',
    'rowLook',
    'said',
    'asked',
  ])
})

test('no identifier has a word of the dialect', () => {
  const found = sources.flatMap(({ path, text, code }) =>
    MAY_HAVE.test(code) ? violationsOf(path, text) : [],
  )
  expect(found).toEqual([])
})

test('no file has a word of the dialect in its name', () => {
  const words = (path: string) => path.split('/').flatMap((part) => dialectIn(part) ?? [])
  expect(sources.map(({ path }) => path).filter((path) => words(path).length > 0)).toEqual([])
})
