let check: (() => void) | null = null

/**
 * Called every few milliseconds in long loops.
 * @throws as {@link withCheckpoints} decides
 */
export const checkpoint = (): void => check?.()

/** Rows between checkpoints of a slow loop: a power of two less one. */
export const CHECKED_ROWS = 0x3fff

/**
 * Counting is synchronous, so its thread gets no events and must poll for cancellation.
 * @param onCheckpoint called at each checkpoint of `count`; throws to abort
 */
export const withCheckpoints = <T>(onCheckpoint: () => void, count: () => T): T => {
  const before = check
  check = onCheckpoint
  try {
    return count()
  } finally {
    check = before
  }
}
