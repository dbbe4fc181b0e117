import { dayAt } from '#/contract/day.ts'
import { useEffect, useState } from 'react'

/** How soon after midnight, or after the computer has slept, another day is noticed. */
const LOOK_EVERY_MS = 30_000

/**
 * The day it is, while the page stays open.
 * @param offset minutes ahead of UTC of the contacts' clock (G6); null: the clock of this device
 */
export const useToday = (offset: number | null): string => {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(
      () => setNow((before) => (dayAt(before, offset) === dayAt(Date.now(), offset) ? before : Date.now())),
      LOOK_EVERY_MS,
    )
    return () => clearInterval(timer)
  }, [offset])
  return dayAt(now, offset)
}
