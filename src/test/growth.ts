import process from 'node:process'

/** The first ones are slow by themselves: what is run is compiled beside them, later where the machine is busy. */
const TRIES = 5
/** A thread's processor time moves in ticks of up to 4 ms: work is repeated until there are five of them. */
const LEAST_US = 20_000

/** What `work` takes of this thread's processor time, in microseconds: other processes and waiting are not in it. */
const cost = (work: () => void): number => {
  const before = process.threadCpuUsage()
  let taken = 0
  let times = 0
  while (taken < LEAST_US) {
    work()
    times += 1
    const { user, system } = process.threadCpuUsage(before)
    taken = user + system
  }
  return taken / times
}

/** By how much the size of the work grows below. */
const TIMES = 16
/** Between 16 times, which is in proportion, and 256 times, which is the square. */
export const LINEAR = 64
/** Shorter work, in microseconds, is mostly the memory's and the collector's: it counts as this much. */
const LEAST_PART_US = 500

/**
 * How many times as much `work` costs for `size` as for a 16th of it: at most {@link LINEAR} if cost grows with size
 * and no faster, however slow or busy the machine is.
 */
export const growth = (work: (size: number) => void, size: number): number => {
  let whole = Infinity
  let part = Infinity
  // In turn, so that both are run as often compiled.
  for (let nth = 0; nth < TRIES; nth++) {
    whole = Math.min(
      whole,
      cost(() => work(size)),
    )
    part = Math.min(
      part,
      cost(() => work(Math.ceil(size / TIMES))),
    )
  }
  return whole / Math.max(LEAST_PART_US, part)
}
