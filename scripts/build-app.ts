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

/** Writes scripts and styles compressed as far as Brotli goes beside themselves, for the server to send: it has no time for that. */
export const compressAll = (folder: string): void => {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!/\.(?:js|css)$/.test(name)) continue
    const bytes = readFileSync(join(folder, name))
    if (bytes.byteLength >= COMPRESS_FROM_BYTES)
      writeFileSync(join(folder, `${name}.br`), brotliCompressSync(bytes))
  }
}

/**
 * What Chromium reads at the top of a file (https://v8.dev/blog/explicit-compile-hints); elsewhere it is a comment. It compiles all of
 * the file as it comes, in another thread, where it would read each function twice, the second time while the page waits: on a slow
 * computer the fields to sign in are there after 0.54 s instead of 0.69, the journal's first rows after 1.2 instead of 1.7.
 */
const HINT = '//# allFunctionsCalledOnLoad\n'
/** Beside the document's own script: what pages that people begin with are drawn with (`chunks-by-page.ts`). */
const DRAWN_WITH: ReadonlySet<string> = new Set(['shared', ...FIRST_PAGES.values()])

interface Chunk {
  readonly file: string
  readonly name?: string
  readonly isEntry?: boolean
}

/** Has what a page is drawn with compiled as it comes. The line more is in the source maps too. */
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

const STEPS = {
  /** `npm run i18n`: messages become functions. */
  texts: async () => {
    const { compile } = await import('@inlang/paraglide-js')
    await compile({
      project: join(ROOT, 'project.inlang'),
      outdir: join(ROOT, 'src/i18n/paraglide'),
      strategy: ['globalVariable', 'baseLocale'],
    })
  },
  /** `npm run build:app`; the texts have to be compiled. `dist` is replaced when all is done, so that it is never half of a build. */
  app: async () => {
    const { build } = await import('vite')
    await build({ root: ROOT, logLevel: 'warn', build: { outDir: NEW, emptyOutDir: true } })
    compileEarly(NEW)
    compressAll(NEW)
    rmSync(DIST, { recursive: true, force: true })
    renameSync(NEW, DIST)
  },
} as const satisfies Record<string, () => Promise<void>>

/** Takes a step in a process of its own, whose memory is free afterwards. @throws Error with all that it has said when it fails */
export const takeStep = async (step: keyof typeof STEPS): Promise<void> => {
  const child = spawn(process.execPath, [import.meta.filename, step], { stdio: ['ignore', 'pipe', 'pipe'] })
  const end = () => void child.kill()
  const onSignal = (name: NodeJS.Signals) => {
    end()
    process.exit(128 + constants.signals[name])
  }
  process.on('exit', end).on('SIGINT', onSignal).on('SIGTERM', onSignal)
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (said += String(part)))
  const [code] = (await once(child, 'close')) as [number | null]
  process.off('exit', end).off('SIGINT', onSignal).off('SIGTERM', onSignal)
  if (code !== 0) throw new Error(said)
}

if (import.meta.main) {
  try {
    await STEPS[process.argv[2] === 'texts' ? 'texts' : 'app']()
  } catch (error) {
    console.error((error as Error).message)
    process.exit(1)
  }
}
