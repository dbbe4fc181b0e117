import { useEffect, useState } from 'react'

/** Width of a letter, relative to its height. */
const LETTER = 0.5

const spreadOf = (element: Element): number => {
  const { fontSize, letterSpacing } = getComputedStyle(element)
  const letter = LETTER * Number.parseFloat(fontSize)
  // The default is "normal".
  return Math.max(1, 1 + Number.parseFloat(letterSpacing) / letter || 1)
}

/** Factor for user letter spacing (WCAG 1.4.12), 1 by default, for widths in pixels. */
export const useTextSpread = (): number => {
  const [spread, setSpread] = useState(1)
  useEffect(() => {
    // There is no event for style sheets; a probe's width changes.
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
