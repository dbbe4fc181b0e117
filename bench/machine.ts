import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'

/*
 * Folders, memory and CPU: apart from servers.ts, whose Playwright would be in the memory that is measured.
 */

/** Does some work in a folder that is gone afterwards. */
export const inFolder = async <T>(work: (folder: string) => Promise<T>): Promise<T> => {
  const folder = mkdtempSync(join(tmpdir(), 'callboard-bench-'))
  try {
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Megabytes of memory that a process has, and that it had at most. */
export const memoryOf = (pid: number) => {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const read = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]) / 1024
  return { now: read('VmRSS'), most: read('VmHWM') }
}

const ADDITIONS = 300_000_000
/** Seconds of a fixed loop: machines of one model differ by a factor of two. */
export const loopSeconds = (): number => {
  const begun = performance.now()
  let sum = 0
  for (let nth = 0; nth < ADDITIONS; nth++) sum += nth
  return sum > 0 ? (performance.now() - begun) / 1000 : 0
}

const TICK_MS = 10
/** Milliseconds of CPU that this process and all of PostgreSQL's have taken: what a busy machine changes least. Linux only. */
export const cpuTaken = (postgres: string): number => {
  const taken = (pid: string, from: number, to: number) => {
    // Behind the name, which may hold spaces, the third field is first.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return fields.slice(from - 3, to - 2).reduce((sum, ticks) => sum + Number(ticks) * TICK_MS, 0)
  }
  const [first = ''] = readFileSync(join(postgres, 'data/postmaster.pid'), 'utf8').split('\n')
  const children = readFileSync(`/proc/${first}/task/${first}/children`, 'utf8').trim().split(' ')
  const { user, system } = process.cpuUsage()
  // Those that have ended are in the sum of the first one.
  return (
    children.reduce((sum, pid) => sum + taken(pid, 14, 15), taken(first, 14, 17)) + (user + system) / 1000
  )
}
