import { spawn, type ChildProcess } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'

/* Ends all processes and removes temporary files of a run. */

const TICKS_PER_SECOND = 100
const END_MS = 8_000

/** Runs a command of the repository or a program it has installed. @returns whether it ended well */
export type RunCommand = (command: string, ...args: string[]) => Promise<boolean>

/** Temporary files of every process below this one. Others may enter: PostgreSQL is not run by root. */
const folder = mkdtempSync(join(tmpdir(), 'callboard-tests-'))
chmodSync(folder, 0o711)
for (const name of ['TMPDIR', 'TEMP', 'TMP']) process.env[name] = folder

const children = new Set<ChildProcess>()
let isStopping = false

/** @param keep receives output; null: inherited. Own process group, no stdin */
export const runner =
  (keep: ((text: string) => void) | null): RunCommand =>
  (command, ...args) =>
    new Promise((resolve) => {
      // The steps that would follow wait until the process ends.
      if (isStopping) return
      const output = keep ? 'pipe' : 'inherit'
      const child = spawn(command, args, {
        stdio: ['ignore', output, output],
        shell: process.platform === 'win32',
        detached: process.platform !== 'win32',
      })
      children.add(child)
      for (const stream of [child.stdout, child.stderr])
        if (keep) stream?.setEncoding('utf8').on('data', keep)
      child.once('error', (error) => {
        console.error(error)
        resolve(false)
      })
      child.once('close', (code) => {
        children.delete(child)
        resolve(code === 0)
      })
    })

const signalGroup = ({ pid }: ChildProcess, signal: NodeJS.Signals) => {
  try {
    if (pid !== undefined) process.kill(-pid, signal)
  } catch {}
}

/** Processes outside the group, found by the run's folder. */
const stragglers = (): readonly number[] => {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/environ`, 'utf8').includes(folder)
      } catch {
        return false
      }
    })
    .map(Number)
}

/** Ends every process of the run, asking first, and removes its temporary files. */
export const endRun = async (): Promise<void> => {
  for (const child of children) signalGroup(child, 'SIGINT')
  for (const start = performance.now(); children.size > 0 && performance.now() - start < END_MS;)
    await wait(100)
  for (const child of children) signalGroup(child, 'SIGKILL')
  for (const pid of stragglers())
    try {
      process.kill(pid, 'SIGKILL')
    } catch {}
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}

/** Ctrl+C leaves nothing behind. */
export const endOnSignal = (): void => {
  const stop = () => {
    isStopping = true
    console.log('\nStopping the tests…')
    void endRun().finally(() => process.exit(130))
  }
  process.once('SIGINT', stop).once('SIGTERM', stop)
}

/** Null: unsupported. */
export const cpuSeconds = (): number | null => {
  if (process.platform !== 'linux') return null
  // utime, stime, cutime, cstime: fields 14 to 17 of proc(5).
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]!.split(' ')
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_PER_SECOND
}
