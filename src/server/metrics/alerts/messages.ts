import {
  DAILY_MINUTE,
  EVALUATION_INTERVAL,
  type AtMost,
  type QuietHours,
} from '#/contract/alerts/alert-kinds.ts'
import { DAY_MINUTES } from '#/contract/day.ts'

/*
 * When incidents are notified: limited in frequency, and not in the object's quiet hours. Moments are UTC
 * minutes since 1970, offsets minutes east of it.
 */

export interface NotificationRule {
  readonly at_most: AtMost
  readonly quiet: QuietHours | null
}

const minuteAt = (moment: number, offset: number) =>
  (((moment + offset) % DAY_MINUTES) + DAY_MINUTES) % DAY_MINUTES

export const isQuiet = (quiet: QuietHours | null, moment: number, offset: number): boolean => {
  if (quiet === null) return false
  const minute = minuteAt(moment, offset)
  return quiet.from < quiet.to
    ? minute >= quiet.from && minute < quiet.to
    : minute >= quiet.from || minute < quiet.to
}

/**
 * Minutes until the next evaluation of an alert that notifies at once.
 * @param clocks of its objects
 */
export const evaluationInterval = (
  quiet: QuietHours | null,
  moment: number,
  clocks: readonly number[],
): number =>
  clocks.length > 0 && clocks.every((offset) => isQuiet(quiet, moment, offset))
    ? EVALUATION_INTERVAL.quiet
    : EVALUATION_INTERVAL.working

/** The moment, or the end of its quiet hours. */
export const notifyAt = (quiet: QuietHours | null, moment: number, offset: number): number => {
  if (quiet === null || !isQuiet(quiet, moment, offset)) return moment
  return moment + ((quiet.to - minuteAt(moment, offset) + DAY_MINUTES) % DAY_MINUTES)
}

const nextMorning = (moment: number, offset: number): number =>
  moment + ((DAILY_MINUTE - minuteAt(moment, offset) + DAY_MINUTES) % DAY_MINUTES)

export interface Found {
  readonly moment: number
  readonly offset: number
}

const readyAt = ({ moment, offset }: Found, { at_most, quiet }: NotificationRule): number =>
  notifyAt(quiet, at_most === 'daily' ? nextMorning(moment, offset) : moment, offset)

export interface NotificationMessage<F> {
  readonly at: number
  readonly found: readonly F[]
}

const HOUR = 60

/**
 * Groups incidents into messages: at once, hourly, or daily in the morning, never in quiet hours.
 * @param lastSent moment of the last message; null: none yet
 */
export const messagesOf = <F extends Found>(
  found: readonly F[],
  rule: NotificationRule,
  lastSent: number | null = null,
): NotificationMessage<F>[] => {
  const { quiet, at_most } = rule
  let open = found
    .map((one) => ({ one, ready: readyAt(one, rule) }))
    .toSorted((a, b) => a.ready - b.ready || a.one.moment - b.one.moment)
  const messages: NotificationMessage<F>[] = []
  let last = lastSent
  while (open.length > 0) {
    const [first] = open
    // Mornings are daily by themselves; only an hour counts from the last message.
    const earliest = at_most === 'hourly' && last !== null ? last + HOUR : -Infinity
    const at = notifyAt(quiet, Math.max(first!.ready, earliest), first!.one.offset)
    const isIn = ({ one, ready }: (typeof open)[number]) => ready <= at && !isQuiet(quiet, at, one.offset)
    messages.push({ at, found: open.filter(isIn).map(({ one }) => one) })
    open = open.filter((entry) => !isIn(entry))
    last = at
  }
  return messages
}
