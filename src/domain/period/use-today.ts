import { useEffect, useState } from 'react'

/** How soon after midnight, or after the computer has slept, another day is noticed. */
const LOOK_EVERY_MS = 30_000

/** The day it is on a clock that is `offset` minutes ahead of UTC (G6); null: on the clock of this device. */
export const todayAt = (offset: number | null, now: number): string =>
  new Date(now + (offset ?? -new Date(now).getTimezoneOffset()) * 60_000).toISOString().slice(0, 10)

/** The same while the page stays open: on the contacts' clock, or null where what is shown has no clock of its own. */
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
