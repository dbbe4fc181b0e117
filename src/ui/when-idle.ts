/** Longest delay while busy. */
const AT_THE_LATEST_MS = 500

/**
 * Runs in its own task at idle, or right after the current one.
 * @returns cancel
 */
export const whenIdle = (run: () => void): (() => void) => {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(run)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(run, { timeout: AT_THE_LATEST_MS })
  return () => cancelIdleCallback(handle)
}
