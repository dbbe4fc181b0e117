import type { WallClock } from '#/i18n/format.ts'

const DAY_MS = 86_400_000
const dayOf = (utc: number) => new Date(utc).toISOString().slice(0, 10)

/** A moment on a wall: a day `YYYY-MM-DD` and a minute of it, 0 to 1439. */
export interface Moment {
  readonly day: string
  readonly minute: number
}

/** What a clock `offset` minutes ahead of UTC shows at an instant (G6); null: the clock of this device. */
export const clockAt = (instant: number, offset: number | null): Moment => {
  const wall = instant + (offset ?? -new Date(instant).getTimezoneOffset()) * 60_000
  return { day: dayOf(wall), minute: Math.floor((((wall % DAY_MS) + DAY_MS) % DAY_MS) / 60_000) }
}

/** Minute of the day, 0 to 1439. */
export const minuteOf = ({ hour, time }: WallClock): number => hour * 60 + Number(time.slice(3))

/** `HH:MM` of a minute of the day. */
export const timeOf = (minute: number): string =>
  [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':')
