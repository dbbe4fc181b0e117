import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/* Architecture rules; failures say what to do. */

const ROOT = join(import.meta.dirname, '../../..')
const GENERATED = ['src/routeTree.gen.ts', 'src/i18n/paraglide/']

export interface Source {
  readonly path: string
  readonly text: string
  /** Comments may mention what code may not use. */
  readonly code: string
}

const withoutComments = (text: string) =>
  text
    .replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ''))
    .replace(/(^|[^:'"`])\/\/.*$/gm, '$1')

export const source = (path: string, text: string): Source => ({ path, text, code: withoutComments(text) })

export const sources = globSync('{src,e2e,scripts,bench}/**/*.{ts,tsx}', { cwd: ROOT })
  .map((path) => path.replaceAll('\\', '/'))
  .filter(
    (path) =>
      !GENERATED.some((generated) => path.startsWith(generated)) &&
      !path.startsWith('e2e/.output/') &&
      // AG Grid of bench:table is a package of its own.
      !path.includes('/node_modules/'),
  )
  .map((path) => source(path, readFileSync(join(ROOT, path), 'utf8')))

/** Tests, and what tests of one feature share: `page-testing.ts`. */
export const isTest = (path: string) => /\.(test|e2e)\.tsx?$|-testing\.tsx?$|\/process-tests\//.test(path)
const isConfig = (path: string) => path.endsWith('.config.ts')

const PURE_DOMAIN = [
  'domain/alert-kind-labels.ts',
  'domain/contact-list/caller-labels.ts',
  'domain/contact-list/dimension-labels.ts',
  'domain/contact-list/field-labels.ts',
  'domain/contact-list/filter-labels.ts',
  'domain/annotations/annotation-names.ts',
  'domain/annotations/annotation-labels.ts',
  'domain/costs',
  'domain/figures/change-labels.ts',
  'domain/figures/change-part-labels.ts',
  'domain/figures/change-sentence.ts',
  'domain/figures/changes-text.ts',
  'domain/figures/figure-labels.ts',
  'domain/figures/hidden-figures.ts',
  'domain/figures/week.ts',
  'domain/cells/highlight.ts',
  'domain/cells/object-name.ts',
  'domain/cells/status-labels.ts',
  'domain/plan-labels.ts',
  'domain/report',
  'domain/expiry-forecast/stop-labels.ts',
  'domain/files/cell.ts',
  'domain/files/file-columns.ts',
  'domain/files/file-name.ts',
  'domain/files/filter-lines.ts',
  'domain/files/incomplete-labels.ts',
  'domain/files/sheet-xml.ts',
  'domain/files/table-blob.ts',
  'domain/files/workbook-parts.ts',
  'domain/files/write-csv.ts',
  'domain/files/write-xlsx.ts',
  'domain/note-labels.ts',
  'domain/notes-at.ts',
] as const
const OF_PURE_DOMAIN = ['contract', 'i18n', 'analytics', ...PURE_DOMAIN]

/** Allowed imports; features are listed below. */
const ROOMS = {
  contract: {
    may: [],
    instead: 'the contract is the bottom: what it needs lives in src/contract, and it knows only zod',
  },
  ui: {
    may: [],
    instead: 'ui gets text, data and links by props: let the page that uses it pass them in',
  },
  i18n: {
    may: ['contract/phones/caller.ts'],
    instead: 'i18n holds texts and formats: pass in the values it has to format',
  },
  api: { may: ['contract'], instead: 'api asks and parses, nothing more: move the rest up into domain' },
  analytics: {
    may: ['contract'],
    instead:
      'analytics are pure functions that the server and the browser both run: counting belongs to src/server/metrics, asking to src/api',
  },
  server: {
    may: ['contract', 'i18n', 'api/pages.ts', 'analytics', ...PURE_DOMAIN],
    instead:
      'the server shares the contract, the messages, the reader of pages (G1), analytics, and words and files of domain with the browser',
  },
  domain: {
    may: ['analytics', 'api', 'contract', 'ui', 'i18n'],
    instead: 'domain is what pages share: it knows no page and not the frame around them',
  },
  app: {
    may: ['domain', 'analytics', 'api', 'contract', 'ui', 'i18n', 'routeTree.gen.ts'],
    instead: 'the frame knows no page: what it shares with one belongs to domain',
  },
  features: {
    may: ['domain', 'analytics', 'api', 'contract', 'ui', 'i18n'],
    instead: 'pages never import each other nor the frame: what they share belongs to domain',
  },
  routes: {
    may: ['app', 'features', 'domain', 'api', 'contract', 'ui', 'i18n'],
    instead: 'a route is URL, query options and component: what it needs comes from a feature',
  },
} as const satisfies Record<string, { may: readonly string[]; instead: string }>
type Room = keyof typeof ROOMS

/** Packages that a part of the house must not know. */
const PACKAGES: readonly { in: RegExp; no: RegExp; instead: string }[] = [
  {
    in: /^src\/contract\/(?!phones\/(?:read-number|caller-search)\.ts$)/,
    no: /^(?!zod\/mini$)/,
    instead: 'the contract knows only zod/mini, which both sides can afford',
  },
  { in: /^src\/ui\//, no: /^@tanstack\/react-(router|query)/, instead: 'ui gets links and data by props' },
  {
    in: /^src\/(api|analytics)\//,
    no: /^react(-dom)?(\/|$)/,
    instead: 'hooks and components live in domain and features',
  },
  {
    in: /^src\/(?!server\/|test\/)/,
    no: /^(node:|hono|@hono\/|kysely)/,
    instead: 'this runs in the browser: what needs Node belongs to src/server',
  },
  {
    in: /^src\/server\/(?!database\/)/,
    no: /^(node:sqlite|pg|better-sqlite3)$/,
    instead: 'server/database is the only folder that knows a driver: ask it for a connection',
  },
]

const IMPORT = /(?<!['"])\b(?:from\s*|import\s*\(\s*|import\s+)(['"])([^'"\s]+)\1/g
export const importsOf = ({ code }: Source) =>
  [...code.matchAll(IMPORT)].map((match) => match[2]!.replace(/\?.*$/, ''))

/** `#/ui/button.tsx` and `../ui/button.tsx` → `src/ui/button.tsx`; null for packages. */
export const resolved = (path: string, specifier: string): string | null => {
  if (specifier.startsWith('#/')) return join('src', specifier.slice(2))
  return specifier.startsWith('.') ? join(path, '..', specifier) : null
}

const isBelow = (path: string, folder: string) =>
  path === `src/${folder}` || path.startsWith(`src/${folder}/`)

const isPureDomain = (path: string) => PURE_DOMAIN.some((part) => isBelow(path, part))

const FOR_TESTS = [
  'test',
  'app/query-client.ts',
  'server/reference/sample',
  'server/reference/sample-data.ts',
  'server/faults.ts',
  'server/metrics',
] as const

export const wrongImports = (file: Source): string[] => {
  const room = (Object.keys(ROOMS) as Room[]).find((name) => isBelow(file.path, name))
  return importsOf(file).flatMap((specifier) => {
    const target = resolved(file.path, specifier)
    if (target === null) {
      const rule = isTest(file.path)
        ? undefined
        : PACKAGES.find((one) => one.in.test(file.path) && one.no.test(specifier))
      return rule ? [`${file.path} imports ${specifier}: ${rule.instead}`] : []
    }
    if (!room || !target.startsWith('src/')) return []
    if (!isTest(file.path) && isPureDomain(file.path))
      return OF_PURE_DOMAIN.some((folder) => isBelow(target, folder))
        ? []
        : [`${file.path} imports ${target}: the server writes mails with it, and knows no page`]
    const own = room === 'features' ? file.path.split('/').slice(1, 3).join('/') : room
    const allowed = [own, ...ROOMS[room].may, ...(isTest(file.path) ? FOR_TESTS : [])]
    return allowed.some((folder) => isBelow(target, folder))
      ? []
      : [`${file.path} imports ${target}: ${ROOMS[room].instead}`]
  })
}

export const wrongNames = ({ path, code }: Source): string[] => {
  const name = basename(path)
  const inRoutes = path.startsWith('src/routes/')
  return [
    ...(/\bexport\s+default\b/.test(code) && !isConfig(path)
      ? [`${path}: no default exports; name it and export the name`]
      : []),
    ...(/\bexport\s+(type\s+)?(\*|\{[^}]*\})\s*from\b/.test(code)
      ? [`${path}: no re-exports; import it from the file that has it`]
      : []),
    ...(name.startsWith('index.') && !inRoutes
      ? [`${path}: no barrels; name the file by what is in it`]
      : []),
    ...(/^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+)*\.tsx?$/.test(name) || inRoutes
      ? []
      : [`${path}: file names are kebab-case`]),
  ]
}

/** Rule 6: derived values are computed; effects would show stale ones first. */
const COPYING_EFFECT = /\buseEffect\(\s*\(\)\s*=>\s*(?:\{\s*)?set[A-Z]\w*\(/
export const copyingEffects = ({ path, code }: Source): string[] =>
  COPYING_EFFECT.test(code)
    ? [`${path}: no effect copies state; compute it while rendering, or give the component a key`]
    : []

const OFF_TOKEN =
  /(?<![\w/&])#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})\b|\b(?:rgba?|hsla?|oklch|oklab)\(|\bzIndex\b(?!(?:: |=\{)DefaultZIndexes\.)|\bz-(?:\[|\d)|(?<![\w-])-?(?:[mp][trblxyse]?|gap(?:-[xy])?|inset(?:-[xy])?|top|right|bottom|left)-\[\d+px\]/i
export const offTokens = ({ path, code }: Source): string[] =>
  code.split('\n').flatMap((line, index) => {
    const found = OFF_TOKEN.exec(line.replace(/(['"])#\/[^'"]*\1/g, ''))
    return found
      ? [`${path}:${index + 1}: ${found[0]}; colours, spacing and layers are tokens of src/styles.css`]
      : []
  })

/** Chromium leaks removed elements with two running color transitions (`npm run soak`). */
export const fadingColours = ({ path, code }: Source): string[] =>
  /\btransition-(?:colors|all)\b/.test(code)
    ? [`${path}: one property fades at a time: transition-[background-color]`]
    : []

/**
 * The build makes `import()` and a `then` right behind it one call, which waits for the part's styles too: whatever hears
 * of a failure in that `then` hears nothing of theirs, and the page is lost with them.
 */
const DEAF_IMPORT = /\bimport\([^()]*\)\s*\.(?:catch\(|then\((?:[^()]|\([^()]*\))*,\s*(?:\(|[A-Za-z]))/
export const deafImports = ({ path, code }: Source): string[] =>
  DEAF_IMPORT.test(code)
    ? [`${path}: a part may fail to come: import it in a function of its own, and hear its failure there`]
    : []
export const isDrawn = ({ path }: Source) =>
  /^src\/(ui|domain|app|features|routes)\//.test(path) && !isTest(path)

const SINK =
  /\b(dangerouslySetInnerHTML|srcdoc|srcDoc|innerHTML|outerHTML|insertAdjacentHTML|createContextualFragment|document\.write(ln)?)\b|\beval\s*\(|\bnew\s+Function\b/
export const sinks = ({ path, code }: Source): string[] =>
  code.split('\n').flatMap((line, index) => {
    const sink = SINK.exec(line)
    return sink
      ? [
          `${path}:${index + 1}: no ${sink[0]}; text from a server is rendered as text, and its documents by the server's sandbox`,
        ]
      : []
  })

export const MAX_LINES = 400
export const MAX_ROUTE_LINES = 60
export const tooLong = ({ path, text }: Source): string[] => {
  const lines = text.trimEnd().split('\n').length
  if (path.startsWith('src/routes/') && lines > MAX_ROUTE_LINES)
    return [
      `${path} has ${lines} lines: a route is URL, query options and component; the rest is a feature's`,
    ]
  return lines > MAX_LINES ? [`${path} has ${lines} lines: split it by meaning`] : []
}

export const MAX_FILES = 20
export const tooFull = (files: readonly Source[]): string[] => {
  const folders = Map.groupBy(
    files.filter(({ path }) => !isTest(path)),
    ({ path }) => dirname(path),
  )
  return [...folders].flatMap(([folder, { length }]) =>
    length > MAX_FILES ? [`${folder} has ${length} files: split it by meaning, at about 15`] : [],
  )
}

const PAGING = /\b(?:current_page|next_page|prev_page|total_pages|total_objects)\b/
export const pagingReaders = ({ path, code }: Source): string[] =>
  /^src\/(?!contract\/|server\/|test\/|api\/pages\.ts)/.test(path) && !isTest(path) && PAGING.test(code)
    ? [
        `${path}: api/pages.ts alone reads what a list says of its pages; ask claimOf, evaluatePage or readPages`,
      ]
    : []

const KEY_BY_HAND =
  /\b(?:query|mutation)Key\s*(?:=|:)\s*\[|\b(?:query|mutation)Key\s*(?:\?\.)?\[|\]\s*(?::[^=;]*)?=\s*[\w?.!]*queryKey\b/
export const keysByHand = ({ path, code }: Source): string[] =>
  path.startsWith('src/') && path !== 'src/api/keys.ts' && KEY_BY_HAND.test(code)
    ? [`${path}: a query key is made by keyOf or keysOf and read by readKey, all of src/api/keys.ts`]
    : []

const NAMED_EXPORT =
  /^export (?:declare )?(?:async )?(?:const|let|function\*?|class|interface|type|enum) (\w+)/gm
/** Required file names. */
const ROUTE = 'Route'
/** Exported names are unique. */
export const sharedNames = (files: readonly Source[]): string[] => {
  const exported = files.flatMap(({ path, code }) =>
    [...code.matchAll(NAMED_EXPORT)].map(([, name]) => ({ name: name!, path })),
  )
  return [...Map.groupBy(exported, ({ name }) => name)].flatMap(([name, all]) => {
    const paths = [...new Set(all.map(({ path }) => path))]
    return name !== ROUTE && paths.length > 1
      ? [`${name} is exported by ${paths.join(', ')}: one name, one thing`]
      : []
  })
}

const TYPES_ONLY = /\bimport\s+type\b[^;]*?\bfrom\s*(['"])[^'"\n]+\1/g
/** Static imports. */
const importedAtOnce = (files: readonly Source[]): ReadonlyMap<string, readonly string[]> =>
  new Map(
    files.map((file) => [
      file.path,
      importsOf({ ...file, code: file.code.replace(TYPES_ONLY, '').replace(/\bimport\s*\(/g, '(') }).flatMap(
        (specifier) => resolved(file.path, specifier) ?? [],
      ),
    ]),
  )

const SERVER_START = 'src/server/boot.ts'
export const wordsAtStart = (files: readonly Source[]): string[] => {
  const imports = importedAtOnce(files)
  const ways = new Map([[SERVER_START, [SERVER_START]]])
  for (const [path, way] of ways)
    for (const next of imports.get(path) ?? []) if (!ways.has(next)) ways.set(next, [...way, next])
  return [...ways.values()]
    .filter((way) => way.at(-1)?.startsWith('src/i18n/paraglide/messages'))
    .map((way) => `${way.join(' → ')}: load the texts where they are needed, by import()`)
}

/** Ways that lead back to where they begin. */
export const roundTrips = (next: ReadonlyMap<string, Iterable<string>>): readonly string[][] => {
  const done = new Set<string>()
  const found: string[][] = []
  const walk = (at: string, way: readonly string[]) => {
    if (way.includes(at)) found.push([...way.slice(way.indexOf(at)), at])
    if (done.has(at)) return
    done.add(at)
    for (const one of next.get(at) ?? []) walk(one, [...way, at])
  }
  for (const start of next.keys()) walk(start, [])
  return found
}

/** Import circles make order accidental; types don't run. */
export const circles = (files: readonly Source[]): string[] =>
  roundTrips(importedAtOnce(files)).map((way) => `${way.join(' → ')}: move what they share below both`)
