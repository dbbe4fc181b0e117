import { useEffect } from 'react'
import { usePlotArea } from 'recharts'

/** Inside of a chart: says when it stands on the screen. Recharts measures and registers its parts in effects, one frame later. */
export function Drawn({ onDrawn }: { onDrawn: () => void }) {
  const area = usePlotArea()
  const isMeasured = area !== undefined && area.width > 0
  useEffect(() => {
    if (!isMeasured) return undefined
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(onDrawn)
    })
    return () => cancelAnimationFrame(frame)
  })
  return null
}
