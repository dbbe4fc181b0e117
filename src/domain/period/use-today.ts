import { currentTime } from '#/api/transport/server-facts.ts'
import { dayAt, MINUTE_MS } from '#/contract/day.ts'
import { useEffect, useState } from 'react'

/** Detection of a new day after midnight or sleep. */
const POLL_MS = 30_000

/**
 * Today, updated while open.
 * @param offset minutes east of UTC (G6); null: this device's
 */
export const useToday = (offset: number | null): string => {
  const [now, setNow] = useState(() => currentTime())
  useEffect(() => {
    const timer = setInterval(
      () =>
        setNow((before) => (dayAt(before, offset) === dayAt(currentTime(), offset) ? before : currentTime())),
      POLL_MS,
    )
    return () => clearInterval(timer)
  }, [offset])
  return dayAt(now, offset)
}

/** Time zones differ by quarter hours, so every midnight starts one. */
const quarterOf = (instant: number) => Math.floor(instant / (15 * MINUTE_MS))

/** An instant in the current quarter hour, for several time zones. */
export const useQuarterHour = (): number => {
  const [now, setNow] = useState(() => currentTime())
  useEffect(() => {
    const timer = setInterval(
      () => setNow((before) => (quarterOf(before) === quarterOf(currentTime()) ? before : currentTime())),
      POLL_MS,
    )
    return () => clearInterval(timer)
  }, [])
  return now
}
