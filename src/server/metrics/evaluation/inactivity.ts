import type { ObjectInactivity } from '#/contract/figures/answers.ts'
import type { ObjRead } from '#/contract/object.ts'

/*
 * An object's contacts of today against its norm: the same weekday of earlier weeks up to the same minute, by
 * the contacts' own clock (G6).
 */

/** Weeks of the norm. */
export const NORM_WEEKS = 8
export const NORM_WEEKS_NEEDED = 4
/** Probabilities below which a silence is unusual, and clear. */
const UNUSUAL = 0.01
export const HARDLY_CHANCE = 0.001

export const isUntracked = ({ is_tracking, status }: Pick<ObjRead, 'is_tracking' | 'status'>): boolean =>
  is_tracking === false || status === 'disabled' || status === 'deleted'

/** Minutes of the day, 0 to 1439. */
export type ContactMinutes = readonly number[]

/** P(X <= count) of a Poisson distribution. */
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
 * Evaluates one object: few contacts today, or a long pause since the last one; the smaller probability is
 * doubled, since two tests find twice as much.
 * @param now minute of the day by the object's clock, 0 to 1440
 * @param today minutes of today's contacts; later ones than `now` are ignored
 * @param weeks the same for the same weekday of each loaded week before
 */
export const evaluateInactivity = (
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

const verdictOf = (chance: number, usual: number, weeks: number): ObjectInactivity['verdict'] => {
  if (weeks < NORM_WEEKS_NEEDED) return 'too_few_weeks'
  if (chance < HARDLY_CHANCE) return 'silent'
  if (chance < UNUSUAL) return 'unusual'
  // So quiet that even zero contacts would prove nothing.
  return 2 * poissonAtMost(0, usual) >= UNUSUAL ? 'too_quiet' : 'normal'
}
