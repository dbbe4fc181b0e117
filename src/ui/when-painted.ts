/**
 * Runs it once the user has seen what is drawn now; in a window that is not seen, at once.
 * @returns calls it off
 */
export const whenPainted = (run: () => void): (() => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  if (document.hidden) {
    timer = setTimeout(run)
    return () => clearTimeout(timer)
  }
  const frame = requestAnimationFrame(() => {
    // A frame's own work comes before the picture, a task of its own after it.
    timer = setTimeout(run)
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}
