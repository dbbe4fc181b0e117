import process from 'node:process'

const TRIES = 3
/** Work this short says nothing: the runtime's own doings are of this size. */
const LEAST_US = 2_000

/** What `work` takes of this thread's processor time, in microseconds: other processes and waiting are not in it. */
export const cost = (work: () => void): number =>
  Math.min(
    ...Array.from({ length: TRIES }, () => {
      const before = process.threadCpuUsage()
      work()
      const { user, system } = process.threadCpuUsage(before)
      return user + system
    }),
  )

/** By how much the size of the work grows below. */
const TIMES = 8
/** Between eight times, which is in proportion, and 64 times, which is the square. */
export const LINEAR = 24

/**
 * How many times as much `work` costs for `size` as for an eighth of it: at most {@link LINEAR} if cost grows with size
 * and no faster, however slow or busy the machine is.
 */
export const growth = (work: (size: number) => void, size: number): number => {
  const whole = cost(() => work(size))
  return (
    whole /
    Math.max(
      LEAST_US,
      cost(() => work(Math.ceil(size / TIMES))),
    )
  )
}
