let check: (() => void) | null = null

/** Long loops over contacts call this every few milliseconds. @throws whatever {@link withCheckpoints} was told to */
export const checkpoint = (): void => check?.()

/** Rows of a loop that takes its time over each, between two checkpoints: a power of two less one. */
export const CHECKED_ROWS = 0x3fff

/**
 * Counting is synchronous: its thread hears of nothing meanwhile, so that it has to look.
 * @param look called at each checkpoint of `count`; throws to end it
 */
export const withCheckpoints = <T>(look: () => void, count: () => T): T => {
  const before = check
  check = look
  try {
    return count()
  } finally {
    check = before
  }
}
