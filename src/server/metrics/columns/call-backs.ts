import { contactText } from '#/contract/annotations/contact-text.ts'
import { responsesOf } from '#/analytics/response-times.ts'
import { checkpoint } from './checkpoint.ts'
import { DAY_MINUTES, MINUTE_MS, dayText, NO_DAY } from '#/contract/day.ts'
import { CALL_BACK_DAYS } from '#/analytics/evaluation/findings.ts'
import { callBackOrder, sourceChances, utcMinute } from '#/analytics/evaluation/call-back-order.ts'
import type {
  ReportRow,
  UnreturnedCall,
  ObjectMoment,
  Reached,
  CallBack,
  CallBacks,
} from '#/contract/figures/answers.ts'
import { NO_OFFSET, objectOffset, ofAllRows, type Dataset } from './dataset.ts'
import { ABSENT } from './dictionary.ts'
import { instantsIn } from './instants.ts'
import { unreturnedCalls } from './unreturned-calls.ts'
import { select, SHOWN, type Selection } from './select.ts'
import type { ClockMoment } from '#/contract/figures/questions.ts'
import { inLastDays } from './own-day.ts'
import { reachIn } from './reached.ts'
import { isMissed } from './traits.ts'

const TRIES_DAYS = 2 * 7 + CALL_BACK_DAYS

/** A caller's missed calls without a talk between. */
export interface Streak {
  readonly rows: readonly number[]
  readonly before: number
  readonly reached: number
  /** The newest written contact since the first; -1: none. */
  readonly written: number
  /** The newest contact with a deal so far; -1: none. */
  readonly deal: number
}

/** Rows beyond the dataset's own are those of `elsewhere`. */
const placeOf = (data: Dataset, row: number): readonly [Dataset, number] =>
  row < data.rows ? [data, row] : [data.elsewhere!, row - data.rows]

export const streaksOf = ofAllRows((data): readonly Streak[] => {
  const { rows, day, trait, elsewhere } = data
  const { caller, deal } = data.by
  const hasMissedCall = new Uint8Array(caller.values.length)
  for (let row = 0; row < rows; row++)
    if (day[row] !== NO_DAY && isMissed(trait[row]!)) hasMissedCall[caller.codes[row]!] = 1
  hasMissedCall[ABSENT] = 0
  const theirs: number[] = []
  for (let row = 0; row < rows; row++)
    if (hasMissedCall[caller.codes[row]!] && day[row] !== NO_DAY) theirs.push(row)
  const own = elsewhere && Array.from(elsewhere.by.caller.values, caller.find)
  const callerOf = (row: number) =>
    row < rows ? caller.codes[row]! : own![elsewhere!.by.caller.codes[row - rows]!]!
  for (let other = 0; other < (elsewhere?.rows ?? 0); other++)
    if (elsewhere!.day[other] !== NO_DAY && hasMissedCall[callerOf(rows + other) ?? ABSENT])
      theirs.push(rows + other)
  checkpoint()
  const at = instantsIn(data)
  const isMiss = (row: number) => row < rows && isMissed(trait[row]!)
  // The order within a minute is unknown; a talk in it counts as reached.
  const byTime = theirs.toSorted(
    (a, b) => callerOf(a) - callerOf(b) || at(a) - at(b) || Number(isMiss(b)) - Number(isMiss(a)) || a - b,
  )
  const streaks: Streak[] = []
  let missed: number[] = []
  const { isReached } = reachIn(data)
  let before = -1
  let written = -1
  let newestDeal = -1
  const end = (reached: number) => {
    if (missed.length > 0) streaks.push({ rows: missed, before, reached, written, deal: newestDeal })
    missed = []
    written = -1
  }
  checkpoint()
  byTime.forEach((row, place) => {
    if (place > 0 && callerOf(row) !== callerOf(byTime[place - 1]!)) {
      end(-1)
      before = newestDeal = -1
    }
    if (row < rows && deal.codes[row] !== ABSENT) newestDeal = row
    if (isMiss(row)) missed.push(row)
    else if (missed.length > 0 && row < rows && !isReached(row)) written = row
    else {
      end(row)
      before = row
    }
  })
  end(-1)
  return streaks
})

const momentOf = (all: Dataset, place: number): ObjectMoment => {
  const [data, row] = placeOf(all, place)
  const oid = data.by.object.values[data.by.object.codes[row]!] ?? null
  const offset = data.offset[row] === NO_OFFSET ? objectOffset(data, oid) : data.offset[row]!
  return { day: dayText(data.day[row]!), minute: data.minute[row]!, offset }
}

export const contactOf = (all: Dataset, place: number): Reached => {
  const [data, row] = placeOf(all, place)
  const value = (name: 'object' | 'status' | 'manager') =>
    data.by[name].values[data.by[name].codes[row]!] ?? null
  return {
    ...momentOf(data, row),
    oid: value('object'),
    id: data.id[row]!,
    status: value('status'),
    isSpoken: reachIn(data).isSpoken(row),
    manager: value('manager'),
    duration: data.duration[row]! < 0 ? null : data.duration[row]!,
  }
}

const dealOf = (data: Dataset, row: number): CallBack['deal'] => {
  if (row < 0) return null
  const { deals } = data
  const deal = data.by.deal.codes[row]!
  const price = deals.price[deal]!
  return {
    status: deals.statuses.values[deals.status[deal]!] ?? null,
    price: Number.isNaN(price) ? null : price,
  }
}

const lastReached = ofAllRows((data): ((caller: string) => number) => {
  const at = instantsIn(data)
  const { codes, values, find } = data.by.caller
  const found = new Int32Array(values.length).fill(-1)
  for (let row = 0; row < data.rows; row++) {
    const caller = codes[row]!
    if (caller === ABSENT || data.day[row] === NO_DAY || isMissed(data.trait[row]!)) continue
    if (found[caller] === -1 || at(found[caller]!) <= at(row)) found[caller] = row
  }
  return (caller) => found[find(caller) ?? ABSENT]!
})

const chanceAfter = (chance: number, minutes: number): number =>
  chance * 2 ** (-Math.max(minutes, 0) / DAY_MINUTES)

/** Milliseconds; without a clock as in UTC. */
export const instantAt = ({ day, minute, offset }: ClockMoment): number =>
  (day * DAY_MINUTES + minute - (offset ?? 0)) * MINUTE_MS

/** Whose last missed call is of the last days, marked as handled or not. */
const lateCallers = (data: Dataset, selection: Selection, now: ClockMoment) =>
  unreturnedCalls(data, selection, { isListed: inLastDays(data, now, CALL_BACK_DAYS) })

/**
 * Who waits for a call back: missed in the last days, not reached since, not marked as handled.
 * @param handled contacts as `contactText`
 * @returns null: no number is known
 */
export const openCallers = (
  data: Dataset,
  now: ClockMoment,
  handled: Pick<ReadonlySet<string>, 'has'>,
): readonly UnreturnedCall[] | null => {
  const { callers, isUnknown } = lateCallers(data, select(data, []), now)
  return isUnknown
    ? null
    : callers.filter(({ oid, callId }) => !handled.has(contactText({ oid: oid ?? '', id: callId })))
}

/**
 * The callers of {@link unreturnedCalls} of the last days with details for the person who calls them, and those reached since.
 * @param earlier contacts for earlier behaviour
 * @param sources of `data`
 */
export const callBacks = (
  data: Dataset,
  earlier: Dataset | null,
  selection: Selection,
  sources: readonly ReportRow[],
  now: ClockMoment,
): CallBacks => {
  const isLate = inLastDays(data, now, CALL_BACK_DAYS)
  const isTried = inLastDays(data, now, TRIES_DAYS)
  const isLateElsewhere = data.elsewhere && inLastDays(data.elsewhere, now, CALL_BACK_DAYS)
  const isReachLate = (place: number) =>
    isLateElsewhere && place >= data.rows ? isLateElsewhere(place - data.rows) : isLate(place)
  const nowAt = instantAt(now)
  const minuteOf = instantsIn(data, now.offset ?? 0)
  const instantOf = (place: number) => minuteOf(place) * MINUTE_MS
  const streaks = streaksOf(data).filter(({ rows }) => selection[rows.at(-1)!] === SHOWN)
  const chanceOf = sourceChances(sources)
  const callerOf = (row: number) => data.by.caller.values.at(data.by.caller.codes[row]!)!
  const rowOf = (one: UnreturnedCall, { rows, before, reached, written, deal }: Streak): CallBack => {
    const last = rows.at(-1)!
    const value = (name: 'search_request' | 'status') =>
      data.by[name].values[data.by[name].codes[last]!] ?? null
    const earlierRow = before < 0 && earlier !== null ? lastReached(earlier)(one.caller) : -1
    return {
      ...one,
      search: value('search_request'),
      status: value('status'),
      days: [...new Set(rows.map((row) => dayText(data.day[row]!)))],
      since: momentOf(data, rows[0]!),
      before:
        before >= 0
          ? contactOf(data, before)
          : earlier !== null && earlierRow >= 0
            ? contactOf(earlier, earlierRow)
            : null,
      deal: dealOf(data, deal),
      written: written < 0 ? null : contactOf(data, written),
      reached: reached < 0 ? null : contactOf(data, reached),
      chance: chanceAfter(chanceOf(one.source), (nowAt - instantOf(last)) / MINUTE_MS),
    }
  }
  const waiting = lateCallers(data, selection, now)
  const openStreak = new Map(
    streaks.filter(({ reached }) => reached < 0).map((streak) => [callerOf(streak.rows[0]!), streak]),
  )
  const open = waiting.callers.flatMap((one) => {
    const streak = openStreak.get(one.caller)
    return streak ? [rowOf(one, streak)] : []
  })
  const closed = streaks.filter(({ reached }) => reached >= 0)
  const latest = new Map(
    closed
      .filter(({ rows, reached }) => isReachLate(reached) && !openStreak.has(callerOf(rows[0]!)))
      .map((streak) => [callerOf(streak.rows[0]!), streak]),
  )
  const { object, source, kind } = data.by
  const reached = [...latest.values()].map((streak) => {
    const last = streak.rows.at(-1)!
    const oid = object.values[object.codes[last]!] ?? null
    return rowOf(
      {
        caller: callerOf(last),
        attempts: streak.rows.length,
        oid,
        callId: data.id[last]!,
        day: dayText(data.day[last]!),
        minute: data.minute[last]!,
        offset: objectOffset(data, oid),
        source: source.values[source.codes[last]!] ?? null,
        isFirstTime: kind.codes[last] === kind.find('first_time'),
      },
      streak,
    )
  })
  const isSpoken = (place: number) => contactOf(data, place).isSpoken
  const ends = (wanted: boolean) =>
    closed
      .filter(({ reached: row }) => isSpoken(row) === wanted)
      .map(({ rows, reached: row }) => ({
        from: instantOf(rows[0]!),
        to: instantOf(row),
      }))
  let unnumbered = 0
  for (let row = 0; row < data.rows; row++)
    if (
      selection[row] === SHOWN &&
      isLate(row) &&
      data.by.caller.codes[row] === ABSENT &&
      isMissed(data.trait[row]!)
    )
      unnumbered++
  return {
    open: callBackOrder(open, sources),
    reached: reached.toSorted((a, b) => utcMinute(b.reached!) - utcMinute(a.reached!)),
    unnumbered,
    isUnknown: waiting.isUnknown,
    spoken: responsesOf(ends(true), nowAt),
    reachedOtherwise: responsesOf(ends(false), nowAt).week.count,
    firstTries: streaks.flatMap(({ rows }) =>
      (isTried(rows.at(-1)!) ? rows : []).map((row) => ({
        oid: object.values[object.codes[row]!] ?? null,
        id: data.id[row]!,
        at: instantOf(rows[0]!),
      })),
    ),
  }
}
