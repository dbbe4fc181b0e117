import process from 'node:process'

/** The first runs include compilation. */
const TRIES = 5
/** CPU time ticks up to 4 ms: repeat for at least five. */
const LEAST_US = 20_000

/** CPU microseconds of this thread. */
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
/** Between linear (16) and quadratic (256). */
export const LINEAR = 64
/** Minimum in microseconds; shorter runs are noise. */
const LEAST_PART_US = 500

export const growth = (work: (size: number) => void, size: number): number => {
  let whole = Infinity
  let part = Infinity
  // Alternating, so that both are equally compiled.
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
