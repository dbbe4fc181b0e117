import { useEffect, useState } from 'react'
import { todayAt } from './period.ts'

/** How soon after midnight, or after the computer has slept, another day is noticed. */
const LOOK_EVERY_MS = 30_000

/** The day it is on the contacts' clock, `offset` minutes ahead of UTC (G6). */
export const useToday = (offset: number | null): string => {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(
      () =>
        setNow((before) => (todayAt(offset, before) === todayAt(offset, Date.now()) ? before : Date.now())),
      LOOK_EVERY_MS,
    )
    return () => clearInterval(timer)
  }, [offset])
  return todayAt(offset, now)
}
