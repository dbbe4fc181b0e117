import { CHECKED_ROWS, checkpoint } from './checkpoint.ts'
import { dayText, NO_DAY } from '#/contract/day.ts'
import { objectOffset, ofAllRows, type Dataset } from './dataset.ts'
import { ABSENT } from './dictionary.ts'
import { SHOWN, type Selection } from './select.ts'
import { reachIn } from './reached.ts'
import { isMissed } from './traits.ts'

/** A caller who did not get through: a missed call, and nobody has talked with them since. */
export interface UnreturnedCall {
  /** Digits. */
  readonly caller: string
  /** Missed calls since somebody talked with them last. */
  readonly attempts: number
  /** The last of them. */
  readonly oid: string | null
  readonly callId: number
  /** `YYYY-MM-DD` by its wall clock, and the minute of that day. */
  readonly day: string
  readonly minute: number
  /** Of that clock, minutes east of UTC, as its object's newest contact has it; null: unknown. */
  readonly offset: number | null
  readonly source: string | null
  readonly isFirstTime: boolean
}

export interface UnreturnedCallsResult {
  /** The newest first; no more than were asked for. */
  readonly callers: readonly UnreturnedCall[]
  /** How many there are. */
  readonly total: number
  /** Missed calls without a caller's number, and without a readable date: what came after them is not known. */
  readonly unnumbered: number
  readonly undated: number
  /** There are missed calls, and none has a number: who they were of, and who has been reached since, is not known. */
  readonly isUnknown: boolean
}

/** Who did not get through does not depend on what narrows the report: their last call's rows, and what could not be said. */
interface LastCalls {
  /** The newest first. */
  readonly rows: Uint32Array<ArrayBuffer>
  /** Beside the rows. */
  readonly attempts: Uint32Array<ArrayBuffer>
  /** Rows of missed calls with a number and a date, and without either. */
  readonly numbered: readonly number[]
  readonly unnumbered: readonly number[]
  readonly undated: readonly number[]
}

const MINUTES = 1440
/** More than there can be; minutes times this are still exact. */
const BEYOND_CALLERS = 2 ** 25

/** When somebody talked with callers elsewhere, by the callers' codes of `data`. */
const learnElsewhere = (
  { elsewhere, by: { caller } }: Dataset,
  isKnown: IsKnown,
  learn: (caller: number, at: number) => void,
) => {
  if (elsewhere === null) return
  const { day, minute, by } = elsewhere
  const own = by.caller.values.map((value) => (value === null ? undefined : caller.find(value)))
  for (let row = 0; row < elsewhere.rows; row++) {
    const code = own[by.caller.codes[row]!]
    if (code !== undefined && day[row] !== NO_DAY && isKnown(row, elsewhere))
      learn(code, day[row]! * MINUTES + minute[row]!)
  }
}

/** Whether a row counts; rows after the moment in question do not. @param of the dataset, or what it has of elsewhere */
type IsKnown = (row: number, of: Dataset) => boolean

const findLastCalls = (data: Dataset, isKnown: IsKnown): LastCalls => {
  const { rows, day, minute, trait } = data
  const { codes, values } = data.by.caller
  const { isReached } = reachIn(data)
  /** Row of a caller's last missed call, and minutes since 1970 of it and of the last time somebody talked with them. */
  const last = new Int32Array(values.length).fill(-1)
  const missedAt = new Int32Array(values.length).fill(-1)
  const reachedAt = new Int32Array(values.length).fill(-1)
  const missed: number[] = []
  const unnumbered: number[] = []
  const undated: number[] = []
  for (let row = 0; row < rows; row++) {
    if ((row & CHECKED_ROWS) === 0) checkpoint()
    if (!isKnown(row, data)) continue
    const caller = codes[row]!
    const at = day[row]! * MINUTES + minute[row]!
    if (!isMissed(trait[row]!)) {
      if (day[row] !== NO_DAY && at > reachedAt[caller]! && isReached(row)) reachedAt[caller] = at
    } else if (day[row] === NO_DAY) undated.push(row)
    else if (caller === ABSENT) unnumbered.push(row)
    else {
      missed.push(row)
      if (at < missedAt[caller]!) continue
      missedAt[caller] = at
      last[caller] = row
    }
  }
  learnElsewhere(data, isKnown, (caller, at) => {
    if (at > reachedAt[caller]!) reachedAt[caller] = at
  })
  // Within a minute the order is unknown: a caller who got through in that minute too is not listed.
  const attempts = new Uint32Array(values.length)
  for (const row of missed) {
    const caller = codes[row]!
    if (day[row]! * MINUTES + minute[row]! > reachedAt[caller]!) attempts[caller]!++
  }
  const found = new Float64Array(values.length)
  let count = 0
  for (let caller = 1; caller < values.length; caller++)
    if (missedAt[caller]! > reachedAt[caller]!) found[count++] = -missedAt[caller]! * BEYOND_CALLERS + caller
  // Minute and caller in one number, which sorts as fast as numbers do.
  const callers = found.subarray(0, count).toSorted()
  const result: LastCalls = {
    rows: new Uint32Array(count),
    attempts: new Uint32Array(count),
    numbered: missed,
    unnumbered,
    undated,
  }
  for (let place = 0; place < count; place++) {
    const caller = callers[place]! - Math.floor(callers[place]! / BEYOND_CALLERS) * BEYOND_CALLERS
    result.rows[place] = last[caller]!
    result.attempts[place] = attempts[caller]!
  }
  return result
}
const lastCalls = ofAllRows((data) => findLastCalls(data, () => true))

/**
 * Callers among the rows shown who were not reached since a missed call, in all loaded data: "Missed callers"
 * and not "was not called back": outgoing calls are unknown (G28). What counts as talked: `reached.ts`.
 * @param limit how many callers are listed, of all that there are
 * @param isListed of callers' last calls, as rows; absent: all are
 * @param isKnown rows that had come when it is asked; absent: all had
 */
export const unreturnedCalls = (
  data: Dataset,
  selection: Selection,
  {
    limit = Infinity,
    isListed = () => true,
    isKnown,
  }: { limit?: number; isListed?: (row: number) => boolean; isKnown?: IsKnown } = {},
): UnreturnedCallsResult => {
  const isShown = (row: number) => selection[row] === SHOWN
  const { rows, attempts, numbered, unnumbered, undated } = isKnown
    ? findLastCalls(data, isKnown)
    : lastCalls(data)
  const { object, source, kind, caller } = data.by
  const firstTime = kind.find('first_time')
  const callers: UnreturnedCall[] = []
  let total = 0
  for (let place = 0; place < rows.length; place++) {
    const row = rows[place]!
    if (!isShown(row) || ++total > limit || !isListed(row)) continue
    const oid = object.values[object.codes[row]!] ?? null
    callers.push({
      caller: caller.values[caller.codes[row]!]!,
      attempts: attempts[place]!,
      oid,
      callId: data.id[row]!,
      day: dayText(data.day[row]!),
      minute: data.minute[row]!,
      offset: objectOffset(data, oid),
      source: source.values[source.codes[row]!] ?? null,
      isFirstTime: kind.codes[row] === firstTime,
    })
  }
  const shownUnnumbered = unnumbered.filter(isShown).length
  return {
    callers,
    total,
    unnumbered: shownUnnumbered,
    undated: undated.filter(isShown).length,
    isUnknown: shownUnnumbered > 0 && !numbered.some(isShown),
  }
}
