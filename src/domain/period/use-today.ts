import { currentTime } from '#/api/transport/server-facts.ts'
import { dayAt, MINUTE_MS } from '#/contract/day.ts'
import { useEffect, useState } from 'react'

/** How soon after midnight, or after the computer has slept, another day is noticed. */
const LOOK_EVERY_MS = 30_000

/**
 * The day it is, while the page stays open.
 * @param offset minutes ahead of UTC of the contacts' clock (G6); null: the clock of this device
 */
export const useToday = (offset: number | null): string => {
  const [now, setNow] = useState(() => currentTime())
  useEffect(() => {
    const timer = setInterval(
      () =>
        setNow((before) => (dayAt(before, offset) === dayAt(currentTime(), offset) ? before : currentTime())),
      LOOK_EVERY_MS,
    )
    return () => clearInterval(timer)
  }, [offset])
  return dayAt(now, offset)
}

/** Zones differ by quarters of an hour: whoever's midnight it is, a quarter begins with it. */
const quarterOf = (instant: number) => Math.floor(instant / (15 * MINUTE_MS))

/** A moment of the present quarter of an hour: for the days of several clocks at once. */
export const useQuarterHour = (): number => {
  const [now, setNow] = useState(() => currentTime())
  useEffect(() => {
    const timer = setInterval(
      () => setNow((before) => (quarterOf(before) === quarterOf(currentTime()) ? before : currentTime())),
      LOOK_EVERY_MS,
    )
    return () => clearInterval(timer)
  }, [])
  return now
}
