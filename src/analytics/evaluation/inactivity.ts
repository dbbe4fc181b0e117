import type { ObjRead } from '#/contract/object.ts'

/*
 * Has an object gone silent? Its contacts of today against its own norm: the same weekday of the weeks before, up to
 * the same minute of the day. Days and minutes are those of the contacts' own wall clock (G6).
 */

/** Weeks that make the norm. */
export const NORM_WEEKS = 8
/** With fewer of them there is no norm. */
export const NORM_WEEKS_NEEDED = 4
/** Chances below which a silence is called unusual, and hardly chance. */
const UNUSUAL = 0.01
export const HARDLY_CHANCE = 0.001

/** Whether nothing is expected of an object: it cannot go silent. */
export const isUntracked = ({ is_tracking, status }: Pick<ObjRead, 'is_tracking' | 'status'>): boolean =>
  is_tracking === false || status === 'disabled' || status === 'deleted'

/** Minutes of the day, 0 to 1439, at which contacts came. */
export type ContactMinutes = readonly number[]

/** `silent` and `unusual` need attention, `normal` does not; the others say why there is no verdict. */
type InactivityVerdict = 'silent' | 'unusual' | 'normal' | 'too_quiet' | 'too_few_weeks'

/** One hour of the day so far. */
interface HourOfInactivity {
  /** 0 to 23. */
  readonly hour: number
  readonly contacts: number
  /** Mean over the weeks of the norm; of the hour that is not over, up to now. */
  readonly usual: number
}

/** What is known of an object's silence, with everything it was computed from. */
export interface ObjectInactivity {
  readonly verdict: InactivityVerdict
  /** Contacts of today. */
  readonly contacts: number
  /** Mean of the weeks' contacts up to this minute. */
  readonly usual: number
  /** Contacts up to this minute in each week of the norm, as they were given. */
  readonly weeks: readonly number[]
  /** Minute of the last contact of today; null: there was none. */
  readonly last: number | null
  /** Mean of the weeks' contacts after that minute (of the whole day so far, if there was none) up to now. */
  readonly usualSince: number
  /** What is the less likely if nothing has changed: so few contacts up to now, or so long a pause before it. */
  readonly look: 'count' | 'pause'
  /** The probability of that, 0 to 1. */
  readonly probability: number
  /** Doubled, for there were two looks; at most 1. */
  readonly chance: number
  /** From the first hour in which contacts are usual, or came, up to now. */
  readonly hours: readonly HourOfInactivity[]
}

/** Probability of at most `count` events where `mean` are usual (Poisson), 0 to 1. */
export const poissonAtMost = (count: number, mean: number): number => {
  if (mean <= 0) return 1
  let sum = 0
  let logTerm = -mean
  for (let events = 0; events <= count; events++) {
    if (events > 0) logTerm += Math.log(mean / events)
    sum += Math.exp(logTerm)
  }
  return Math.min(sum, 1)
}

const countIn = (minutes: ContactMinutes, from: number, to: number) =>
  minutes.filter((minute) => minute >= from && minute < to).length

const mean = (counts: readonly number[]) =>
  counts.length === 0 ? 0 : counts.reduce((sum, count) => sum + count, 0) / counts.length

/**
 * Judges one object. Two things are looked at, so few contacts today and so long a pause since the last one, and two
 * looks have twice the chance to find something: the smaller probability is doubled.
 * @param now minute of the day by the object's clock, 0 to 1440
 * @param today when today's contacts came; what is later than `now` is not looked at
 * @param weeks the same for the same weekday of the weeks before, one list for each week that could be loaded
 */
export const silence = (
  now: number,
  today: ContactMinutes,
  weeks: readonly ContactMinutes[],
): ObjectInactivity => {
  const usualIn = (from: number, to: number) => mean(weeks.map((week) => countIn(week, from, to)))
  const soFar = today.filter((minute) => minute < now)
  const last = soFar.length === 0 ? null : Math.max(...soFar)
  const usual = usualIn(0, now)
  const usualSince = last === null ? usual : usualIn(last + 1, now)
  const ofCount = poissonAtMost(soFar.length, usual)
  const ofPause = poissonAtMost(0, usualSince)
  const probability = Math.min(ofCount, ofPause)
  const chance = Math.min(2 * probability, 1)
  const hours = Array.from({ length: Math.ceil(now / 60) }, (_, hour) => ({
    hour,
    contacts: countIn(soFar, hour * 60, (hour + 1) * 60),
    usual: usualIn(hour * 60, Math.min((hour + 1) * 60, now)),
  }))
  const first = hours.findIndex(({ contacts, usual: usualThen }) => contacts > 0 || usualThen > 0)
  return {
    verdict: verdictOf(chance, usual, weeks.length),
    contacts: soFar.length,
    usual,
    weeks: weeks.map((week) => countIn(week, 0, now)),
    last,
    usualSince,
    look: ofPause <= ofCount ? 'pause' : 'count',
    probability,
    chance,
    hours: first === -1 ? [] : hours.slice(first),
  }
}

const verdictOf = (chance: number, usual: number, weeks: number): InactivityVerdict => {
  if (weeks < NORM_WEEKS_NEEDED) return 'too_few_weeks'
  if (chance < HARDLY_CHANCE) return 'silent'
  if (chance < UNUSUAL) return 'unusual'
  // So quiet an object that not even nothing at all would tell.
  return 2 * poissonAtMost(0, usual) >= UNUSUAL ? 'too_quiet' : 'normal'
}
