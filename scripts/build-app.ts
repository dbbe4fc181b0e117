import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { brotliCompressSync } from 'node:zlib'
import { COMPRESS_FROM_BYTES } from '../src/server/http/compress.ts'

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
