import { twoDigits } from '#/contract/day.ts'
export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** A time zone's offsets over the sample's span; asking Intl for every contact would take most of the first start. */
export interface Zone {
  /** Minutes east of UTC at an instant. */
  readonly offsetAt: (instant: number) => number
  /** The instant of a wall clock, given as milliseconds since 1970 read as UTC. */
  readonly instantAt: (wallClock: number) => number
}

const readOffset = (format: Intl.DateTimeFormat, instant: number): number => {
  const name = format.formatToParts(instant).find((part) => part.type === 'timeZoneName')?.value ?? 'GMT'
  const [, sign, hours, minutes] = /GMT([+-])(\d\d):(\d\d)/.exec(name) ?? []
  return hours === undefined ? 0 : (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
}

/** @param from first instant that will be asked for @param to last one */
export const createZone = (timeZone: string, from: number, to: number): Zone => {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
  const changes = [{ since: -Infinity, offset: readOffset(format, from - DAY) }]
  for (let day = from - DAY; day < to + DAY; day += DAY) {
    const before = readOffset(format, day)
    const after = readOffset(format, day + DAY)
    if (before === after) continue
    let early = day
    let late = day + DAY
    while (late - early > MINUTE) {
      const middle = early + Math.floor((late - early) / 2 / MINUTE) * MINUTE
      if (readOffset(format, middle) === before) early = middle
      else late = middle
    }
    changes.unshift({ since: Math.floor(late / MINUTE) * MINUTE, offset: after })
  }
  const offsetAt = (instant: number) => changes.find((change) => instant >= change.since)?.offset ?? 0
  return {
    offsetAt,
    instantAt: (wallClock) => {
      const guess = wallClock - offsetAt(wallClock) * MINUTE
      return wallClock - offsetAt(guess) * MINUTE
    },
  }
}

/** Whole days since 1970 of a wall clock. */
export const wallDayNumber = (wallClock: number): number => Math.floor(wallClock / DAY)

const dayTexts = new Map<number, string>()

/** `YYYY-MM-DD`, remembered: making it for every contact would take a tenth of the first start. */
export const wallDayText = (day: number): string => {
  const known = dayTexts.get(day)
  if (known !== undefined) return known
  const text = new Date(day * DAY).toISOString().slice(0, 10)
  dayTexts.set(day, text)
  return text
}

/** Monday 0 to Sunday 6. */
export const weekday = (day: number): number => (day + 3) % 7

/** `HH:MM` on the wall clock. */
export const clockText = (instant: number, offset: number): string =>
  new Date(instant + offset * MINUTE).toISOString().slice(11, 16)

/** ISO 8601 with offset, as every timestamp of the API document. */
export const timestamp = (instant: number, offset: number): string => {
  const wallClock = new Date(instant + offset * MINUTE).toISOString().slice(0, 19)
  const size = Math.abs(offset)
  return `${wallClock}${offset < 0 ? '-' : '+'}${twoDigits(Math.floor(size / 60))}:${twoDigits(size % 60)}`
}

/** DD.MM.YYYY HH:MM:SS, the layout of `expiration_date` (API document 2.2, G15). */
export const dottedTimestamp = (wallClock: number): string => {
  const at = new Date(wallClock)
  const day = `${twoDigits(at.getUTCDate())}.${twoDigits(at.getUTCMonth() + 1)}.${at.getUTCFullYear()}`
  return `${day} ${at.toISOString().slice(11, 19)}`
}
