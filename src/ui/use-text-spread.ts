import { useEffect, useState } from 'react'

/** Of its height, what a letter is wide, about. */
const LETTER = 0.5

const spreadOf = (element: Element): number => {
  const { fontSize, letterSpacing } = getComputedStyle(element)
  const letter = LETTER * Number.parseFloat(fontSize)
  // As it comes it is "normal".
  return Math.max(1, 1 + Number.parseFloat(letterSpacing) / letter || 1)
}

/**
 * How much wider lines are where a reader sets letters further apart than the page does (WCAG 1.4.12); 1: no wider.
 * What has a width of its own in pixels grows by it.
 */
export const useTextSpread = (): number => {
  const [spread, setSpread] = useState(1)
  useEffect(() => {
    // Nothing tells of another style sheet but what has become wider by it.
    const probe = document.createElement('span')
    probe.textContent = '0'.repeat(50)
    probe.ariaHidden = 'true'
    probe.className = 'fixed invisible'
    document.body.append(probe)
    const observer = new ResizeObserver(() => setSpread(spreadOf(probe)))
    observer.observe(probe)
    return () => {
      observer.disconnect()
      probe.remove()
    }
  }, [])
  return spread
}
