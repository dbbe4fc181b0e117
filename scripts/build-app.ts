import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { brotliCompressSync } from 'node:zlib'
import { COMPRESS_FROM_BYTES } from '../src/server/http/compress.ts'
import { FIRST_PAGES } from './chunks-by-page.ts'

const ROOT = join(import.meta.dirname, '..')
const [DIST, NEW] = [join(ROOT, 'dist'), join(ROOT, '.cache', 'dist')]

/** Brotli at the highest level, at build time. */
export const compressAll = (folder: string): void => {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!/\.(?:js|css)$/.test(name)) continue
    const bytes = readFileSync(join(folder, name))
    if (bytes.byteLength >= COMPRESS_FROM_BYTES)
      writeFileSync(join(folder, `${name}.br`), brotliCompressSync(bytes))
  }
}

/**
 * Compile hint (https://v8.dev/blog/explicit-compile-hints): compiles the whole file in the background while
 * loading.
 */
const HINT = '//# allFunctionsCalledOnLoad\n'
/** Chunks of first pages (`chunks-by-page.ts`). */
const DRAWN_WITH: ReadonlySet<string> = new Set(['shared', ...FIRST_PAGES.values()])

interface Chunk {
  readonly file: string
  readonly name?: string
  readonly isEntry?: boolean
}

/** Prepends the hint; source maps are shifted. */
export const compileEarly = (folder: string): void => {
  const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8'))
  for (const { file, name = '', isEntry } of Object.values<Chunk>(manifest)) {
    if (!file.endsWith('.js') || !(isEntry || DRAWN_WITH.has(name))) continue
    const path = join(folder, file)
    writeFileSync(path, HINT + readFileSync(path, 'utf8'))
    const map = JSON.parse(readFileSync(`${path}.map`, 'utf8')) as { mappings: string }
    writeFileSync(`${path}.map`, JSON.stringify({ ...map, mappings: `;${map.mappings}` }))
  }
}

const COMPILED = join(ROOT, 'src/i18n/paraglide')
const MESSAGES = join(COMPILED, 'messages')
const MESSAGE_IMPORTS = `import { getLocale, experimentalStaticLocale } from './runtime.js'
import * as registry from './registry.js'
export * as m from './joined-messages.js'
`

/**
 * Writes all messages as one module for the server and tests, where thousands of files take a second to load. The browser's
 * stay one file a message, so that they can be split by page. Node finds the module by `imports` of package.json.
 */
const joinMessages = (): void =>
  writeFileSync(
    join(COMPILED, 'joined-messages.js'),
    MESSAGE_IMPORTS +
      readdirSync(MESSAGES)
        .filter((file) => file.endsWith('.js') && file !== '_index.js')
        .toSorted()
        .map((file) => readFileSync(join(MESSAGES, file), 'utf8').replaceAll(/^import .*$/gm, ''))
        .join('\n'),
  )

/** Caches plural rules. Paraglide creates them for every text, which takes longer than the text itself. */
const cachePluralRules = (): void => {
  const path = join(COMPILED, 'registry.js')
  const before = readFileSync(path, 'utf8')
  const after = before.replace(
    'new Intl.PluralRules(locale, options)',
    '(rules[locale + options?.type] ??= $&)',
  )
  if (after === before) throw new Error(`${path} creates its plural rules differently now`)
  writeFileSync(path, `const rules = {}\n${after}`)
}

const STEPS = {
  /** `npm run i18n` */
  texts: async () => {
    const { compile } = await import('@inlang/paraglide-js')
    await compile({
      project: join(ROOT, 'project.inlang'),
      outdir: COMPILED,
      strategy: ['globalVariable', 'baseLocale'],
    })
    cachePluralRules()
    joinMessages()
  },
  app: async () => {
    const { build } = await import('vite')
    await build({ root: ROOT, logLevel: 'warn', build: { outDir: NEW, emptyOutDir: true } })
    compileEarly(NEW)
    compressAll(NEW)
    rmSync(DIST, { recursive: true, force: true })
    renameSync(NEW, DIST)
  },
} as const satisfies Record<string, () => Promise<void>>

/** In its own process, to free memory. @throws Error with its output */
export const takeStep = async (step: keyof typeof STEPS): Promise<void> => {
  const child = spawn(process.execPath, [import.meta.filename, step], { stdio: ['ignore', 'pipe', 'pipe'] })
  const end = () => void child.kill()
  const onSignal = (name: NodeJS.Signals) => {
    end()
    process.exit(128 + constants.signals[name])
  }
  process.on('exit', end).on('SIGINT', onSignal).on('SIGTERM', onSignal)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output += String(part)))
  const [code] = (await once(child, 'close')) as [number | null]
  process.off('exit', end).off('SIGINT', onSignal).off('SIGTERM', onSignal)
  if (code !== 0) throw new Error(output)
}

if (import.meta.main) {
  try {
    await STEPS[process.argv[2] === 'texts' ? 'texts' : 'app']()
  } catch (error) {
    console.error((error as Error).message)
    process.exit(1)
  }
}
