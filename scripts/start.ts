import { takeStep } from './build-app.ts'
import { keepCompiled, writeCompiled } from './compile-cache.ts'
import { createProgress } from './progress.ts'
import { mkdtempSync, readdirSync, rmdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'

/** Inputs of the build. */
const INPUTS = [
  'src',
  'public',
  'index.html',
  'vite.config.ts',
  join('scripts', 'chunks-by-page.ts'),
  join('scripts', 'build-app.ts'),
  'package-lock.json',
  join('project.inlang', 'settings.json'),
]
const GENERATED = join('src', 'i18n', 'paraglide')
const BUILT = join('dist', 'index.html')

const modified = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0

/** Milliseconds. Folders change when files are removed. */
const newest = (path: string): number => {
  if (path === GENERATED) return 0
  const entry = statSync(path, { throwIfNoEntry: false })
  if (!entry) return 0
  const below = entry.isDirectory() ? readdirSync(path).map((name) => newest(join(path, name))) : []
  return Math.max(entry.mtimeMs, ...below)
}

/** Keep in sync with `engines.node`. */
const isSupported = (version: string): boolean => {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major >= 26 || (major === 24 && minor >= 15)
}

const fail = (line: string): never => {
  console.error(line)
  process.exit(1)
}

const isDenied = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error &&
  'code' in error &&
  ['EACCES', 'EPERM', 'EROFS', 'ENOSPC'].includes(String(error.code))

process.chdir(join(import.meta.dirname, '..'))

if (!isSupported(process.versions.node))
  fail(
    `Callboard needs Node 24.15 or 26; this is ${process.versions.node}. \`npm ci\` brings it, \`npm start\` uses it.`,
  )

// Shells die of signals without forwarding them: ends with its parent.
if (process.env['npm_lifecycle_event'] === 'start') {
  const { ppid } = process
  const watch = setInterval(() => {
    if (process.ppid === ppid) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 250).unref()
}

// In this process, for signals and exit code.
keepCompiled()
/** Not before the texts are compiled, which it says some of. */
const loadServer = async () => ({
  ...(await import('../src/server/boot.ts')),
  ...(await import('../src/server/built-site.ts')),
})

if (modified(BUILT) >= Math.max(...INPUTS.map(newest))) {
  const { serve, builtSite } = await loadServer()
  await serve(builtSite)
} else {
  console.log('Building the app, for the first time or after a change:')
  const progress = createProgress({
    texts: { weight: 15, title: 'Texts' },
    app: { weight: 70, title: 'App' },
    sample: { weight: 15, title: 'Sample data' },
  })
  const failed = (error: unknown): never => {
    progress.end()
    return fail(
      isDenied(error)
        ? `Callboard cannot be built: nothing can be written to ${process.cwd()} (${String(error.code)}).`
        : `${(error as Error).message}The app could not be built; the reason stands above.`,
    )
  }
  try {
    // Permissions don't reveal a read-only or full disk.
    rmdirSync(mkdtempSync(join(process.cwd(), '.check-')))
    await takeStep('texts')
  } catch (error) {
    failed(error)
  }
  progress.tell('texts', 1)
  // In parallel with the build.
  const built = takeStep('app').then(() => progress.tell('app', 1), failed)
  const { serve, builtSite } = await loadServer()
  await serve(
    async (config) => {
      if (config.apiBaseUrl !== null) progress.tell('sample', 1)
      await built
      return builtSite(config)
    },
    { onSample: (made, all) => progress.tell('sample', made / all), onEnd: progress.end },
  )
}
writeCompiled()
