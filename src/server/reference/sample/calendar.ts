import { twoDigits } from '#/contract/day.ts'
export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** A time zone with cached offsets: asking Intl per contact would take most of the first start. */
export interface Zone {
  /** Minutes east of UTC at an instant. */
  readonly offsetAt: (instant: number) => number
  /** The instant of a wall clock, given as epoch milliseconds read as UTC. */
  readonly instantAt: (wallClock: number) => number
}

const zones = new Map<string, Zone>()

export const zoneOf = (timeZone: string): Zone => {
  const made = zones.get(timeZone)
  if (made) return made
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
  const known = new Map<number, number>()
  const read = (instant: number): number => {
    const before = known.get(instant)
    if (before !== undefined) return before
    const name = format.formatToParts(instant).find((part) => part.type === 'timeZoneName')?.value ?? ''
    const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)/.exec(name) ?? []
    const offset = (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0))
    known.set(instant, offset)
    return offset
  }
  const offsetAt = (instant: number): number => {
    const day = Math.floor(instant / DAY) * DAY
    const offset = read(day)
    // Offsets change at full or half hours of UTC.
    return offset === read(day + DAY) ? offset : read(Math.floor(instant / (HOUR / 2)) * (HOUR / 2))
  }
  const zone: Zone = {
    offsetAt,
    instantAt: (wallClock) => {
      const guess = wallClock - offsetAt(wallClock) * MINUTE
      return wallClock - offsetAt(guess) * MINUTE
    },
  }
  zones.set(timeZone, zone)
  return zone
}

export const wallDayNumber = (wallClock: number): number => Math.floor(wallClock / DAY)

const dayTexts = new Map<number, string>()

/** `YYYY-MM-DD`, cached: formatting per contact would take a tenth of the first start. */
export const wallDayText = (day: number): string => {
  const text = dayTexts.get(day) ?? new Date(day * DAY).toISOString().slice(0, 10)
  dayTexts.set(day, text)
  return text
}

/** Monday 0 to Sunday 6. */
export const weekday = (day: number): number => (day + 3) % 7

export const timestamp = (instant: number, offset: number): string => {
  const wallClock = new Date(instant + offset * MINUTE).toISOString().slice(0, 19)
  const size = Math.abs(offset)
  return `${wallClock}${offset < 0 ? '-' : '+'}${twoDigits(Math.floor(size / 60))}:${twoDigits(size % 60)}`
}
