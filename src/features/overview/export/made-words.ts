import { formatDateTime, formatOffset, parseWallClock } from '#/i18n/format.ts'

/** `Nov 21, 2026, 14:03 (UTC+3)`, by the clock of who made it. */
export const madeWords = (now: Date): string => {
  const offset = -now.getTimezoneOffset()
  const clock = parseWallClock(new Date(now.getTime() + offset * 60_000).toISOString().slice(0, 16))
  return `${clock === null ? '' : formatDateTime(clock)} (${formatOffset(offset)})`
}
