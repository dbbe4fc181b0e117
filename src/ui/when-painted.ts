/**
 * Runs after the next paint; immediately in hidden windows.
 * @returns cancel
 */
export const whenPainted = (run: () => void): (() => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  if (document.hidden) {
    timer = setTimeout(run)
    return () => clearTimeout(timer)
  }
  const frame = requestAnimationFrame(() => {
    // A frame callback precedes painting; a task follows.
    timer = setTimeout(run)
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}
