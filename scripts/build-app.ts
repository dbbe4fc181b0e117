import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { createInterface } from 'node:readline'
import type { Locale } from '../src/i18n/locale.ts'

/*
 * npm run build:app: both languages at once, each by a Vite of its own. `dist` is replaced when both are done, so that it is
 * never half of a build.
 */

const ROOT = join(import.meta.dirname, '..')
const [DIST, NEW] = [join(ROOT, 'dist'), join(ROOT, '.cache', 'dist')]
const LANGUAGES = ['en', 'ru'] as const satisfies readonly Locale[]
const inModules = (...path: string[]) => join(ROOT, 'node_modules', ...path)
/** Where Vite says that about half of its work is done. */
const HALFWAY = 'modules transformed'

const children = new Set<ChildProcess>()
const endAll = () => children.forEach((child) => child.kill())
const onSignal = (name: NodeJS.Signals) => {
  endAll()
  process.exit(128 + constants.signals[name])
}

/** Runs one of the tools. @throws Error with all that it has said when it fails */
const run = async (args: readonly string[], onLine: (line: string) => void = () => {}): Promise<void> => {
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] })
  if (children.size === 0) process.on('exit', endAll).on('SIGINT', onSignal).on('SIGTERM', onSignal)
  children.add(child)
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    createInterface(stream).on('line', (line) => {
      said += `${line}\n`
      onLine(line)
    })
  const [code] = (await once(child, 'close')) as [number | null]
  children.delete(child)
  if (children.size === 0) process.off('exit', endAll).off('SIGINT', onSignal).off('SIGTERM', onSignal)
  if (code !== 0) throw new Error(said)
}

/** As `npm run i18n` does. @throws Error as {@link run} */
export const compileTexts = async (): Promise<void> => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    scripts: { readonly i18n: string }
  }
  const [, ...args] = scripts.i18n.split(' ')
  await run([inModules('@inlang/paraglide-js/bin/run.js'), ...args])
}

/**
 * Builds `dist`; the texts have to be compiled.
 * @param onProgress how much of a language is done, of 1
 * @throws Error as {@link run}; of the file system where nothing can be written
 */
export const buildLanguages = async (
  onProgress: (language: Locale, done: number) => void = () => {},
): Promise<void> => {
  rmSync(NEW, { recursive: true, force: true })
  mkdirSync(NEW, { recursive: true })
  try {
    await Promise.all(
      LANGUAGES.map(async (language) => {
        await run(
          [inModules('vite/bin/vite.js'), 'build', '--mode', language, '--outDir', NEW],
          (line) => line.includes(HALFWAY) && onProgress(language, 0.5),
        )
        onProgress(language, 1)
      }),
    )
    rmSync(DIST, { recursive: true, force: true })
    renameSync(NEW, DIST)
  } finally {
    endAll()
    rmSync(NEW, { recursive: true, force: true })
  }
}

if (import.meta.main) {
  try {
    await buildLanguages()
  } catch (error) {
    console.error((error as Error).message)
    process.exit(1)
  }
}
