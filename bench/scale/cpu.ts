import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'

const TICK_MS = 10
/** Milliseconds of CPU that this process and all of PostgreSQL's have taken: what a busy machine does not change. Null: not on Linux. */
export const cpuTaken = (folder: string): number | null => {
  const taken = (pid: string, from: number, to: number) => {
    // Behind the name, which may hold spaces, the third field is first.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return fields.slice(from - 3, to - 2).reduce((sum, ticks) => sum + Number(ticks) * TICK_MS, 0)
  }
  try {
    const [postmaster = ''] = readFileSync(join(folder, 'data/postmaster.pid'), 'utf8').split('\n')
    const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').trim().split(' ')
    const { user, system } = process.cpuUsage()
    // Those that have ended are in the sum of the first one.
    return (
      children.reduce((sum, pid) => sum + taken(pid, 14, 15), taken(postmaster, 14, 17)) +
      (user + system) / 1000
    )
  } catch {
    return null
  }
}
