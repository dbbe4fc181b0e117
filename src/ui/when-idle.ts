/** As long as it may be put off while the page is busy. */
const AT_THE_LATEST_MS = 500

/**
 * Runs it in a task of its own when the page has nothing to do; where a browser cannot tell, right after what it does now.
 * @returns calls it off
 */
export const whenIdle = (run: () => void): (() => void) => {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(run)
    return () => clearTimeout(timer)
  }
  const asked = requestIdleCallback(run, { timeout: AT_THE_LATEST_MS })
  return () => cancelIdleCallback(asked)
}
