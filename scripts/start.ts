import { keepCompiled, writeCompiled } from './compile-cache.ts'
import { spawnSync } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'

/** What the built app is made of; a change in any of it makes `dist` old. */
const INPUTS = [
  'src',
  'public',
  'index.html',
  'vite.config.ts',
  join('scripts', 'build'),
  join('scripts', 'user-changes.ts'),
  'CHANGELOG.md',
  'package-lock.json',
  join('project.inlang', 'settings.json'),
]
/** Written by the build itself and by the checks. */
const GENERATED = join('src', 'i18n', 'paraglide')
/** The last of what it writes. */
const BUILT = join('dist', 'index.ru.html')

const modified = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0

/** The newest modification below `path`, in milliseconds. A folder's own time changes when files are removed. */
const newest = (path: string): number => {
  if (path === GENERATED) return 0
  const entry = statSync(path, { throwIfNoEntry: false })
  if (!entry) return 0
  const below = entry.isDirectory() ? readdirSync(path).map((name) => newest(join(path, name))) : []
  return Math.max(entry.mtimeMs, ...below)
}

/** Keep in step with `engines.node` in package.json. */
const isSupported = (version: string): boolean => {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major >= 26 || (major === 24 && minor >= 15)
}

const fail = (line: string): never => {
  console.error(line)
  process.exit(1)
}

process.chdir(join(import.meta.dirname, '..'))

if (!isSupported(process.versions.node))
  fail(
    `Callboard needs Node 24.15 or 26; this is ${process.versions.node}. \`npm ci\` brings it, \`npm start\` uses it.`,
  )

if (modified(BUILT) < Math.max(...INPUTS.map(newest))) {
  console.log('Building the app …')
  const { status, stdout, stderr } = spawnSync('npm', ['run', '-s', 'build'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  })
  if (status !== 0) fail(`${stdout ?? ''}${stderr ?? ''}The app could not be built; the reason stands above.`)
}

// npm hands a signal to its shell, and most shells die of it without telling us: a server that lost its parent would go
// on listening unseen, so it ends as if the signal had reached it.
if (process.env['npm_lifecycle_event'] === 'start') {
  const { ppid } = process
  const watch = setInterval(() => {
    if (process.ppid === ppid) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 250).unref()
}

// In this very process: signals reach the server and its exit code is ours without anything in between.
keepCompiled()
await import('../src/server/main.ts')
writeCompiled()
