import type { UnreturnedCall, UnreturnedCallsResult } from '#/contract/figures/answers.ts'
import { CHECKED_ROWS, checkpoint } from './checkpoint.ts'
import { dayText, NO_DAY } from '#/contract/day.ts'
import { objectOffset, ofAllRows, type Dataset } from './dataset.ts'
import { ABSENT } from './dictionary.ts'
import { instantsIn } from './instants.ts'
import { SHOWN, type Selection } from './select.ts'
import { reachIn } from './reached.ts'
import { isMissed } from './traits.ts'

interface LastCalls {
  readonly rows: Uint32Array<ArrayBuffer>
  readonly attempts: Uint32Array<ArrayBuffer>
  readonly numbered: Uint32Array<ArrayBuffer>
  readonly unnumbered: readonly number[]
  readonly undated: readonly number[]
}

/** Before any contact. */
const NEVER = -(2 ** 31)
/** Above any number of callers; minutes times this are exact. */
const BEYOND_CALLERS = 2 ** 25

/** Talks with callers at other objects, by the callers' codes in `data`; their rows come after its own. */
const learnElsewhere = (
  { rows, elsewhere, by: { caller } }: Dataset,
  isKnown: IsKnown,
  learn: (caller: number, row: number) => void,
) => {
  if (elsewhere === null) return
  const { day, by } = elsewhere
  const own = Array.from(by.caller.values, (value) => (value === null ? undefined : caller.find(value)))
  for (let row = 0; row < elsewhere.rows; row++) {
    const code = own[by.caller.codes[row]!]
    if (code !== undefined && day[row] !== NO_DAY && isKnown(row, elsewhere)) learn(code, rows + row)
  }
}

/**
 * Whether a row had come by the moment.
 * @param of the dataset, or its `elsewhere`
 */
type IsKnown = (row: number, of: Dataset) => boolean

const findLastCalls = (data: Dataset, isKnown: IsKnown): LastCalls => {
  const { rows, day, trait } = data
  const { codes, values } = data.by.caller
  const instant = instantsIn(data)
  const { isReached } = reachIn(data)
  /** Row of a caller's last missed call; instants of it and of the last talk. */
  const last = new Int32Array(values.length).fill(-1)
  const missedAt = new Int32Array(values.length).fill(NEVER)
  const reachedAt = new Int32Array(values.length).fill(NEVER)
  const missed: number[] = []
  const unnumbered: number[] = []
  const undated: number[] = []
  for (let row = 0; row < rows; row++) {
    if ((row & CHECKED_ROWS) === 0) checkpoint()
    if (!isKnown(row, data)) continue
    const caller = codes[row]!
    const at = instant(row)
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
  learnElsewhere(data, isKnown, (caller, row) => {
    reachedAt[caller] = Math.max(reachedAt[caller]!, instant(row))
  })
  // The order within a minute is unknown; a talk in it counts as reached.
  const attempts = new Uint32Array(values.length)
  for (const row of missed) {
    const caller = codes[row]!
    if (instant(row) > reachedAt[caller]!) attempts[caller]!++
  }
  const found = new Float64Array(values.length)
  let count = 0
  for (let caller = 1; caller < values.length; caller++)
    if (missedAt[caller]! > reachedAt[caller]!) found[count++] = -missedAt[caller]! * BEYOND_CALLERS + caller
  // Minute and caller in one number, for a fast numeric sort.
  const callers = found.subarray(0, count).toSorted()
  const result: LastCalls = {
    rows: new Uint32Array(count),
    attempts: new Uint32Array(count),
    numbered: Uint32Array.from(missed),
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
 * Callers among the shown rows who were not reached since a missed call in all loaded data. "Missed callers",
 * not "was not called back": outgoing calls are unknown (G28). What counts as reached: `reached.ts`.
 * @param limit of the listed callers
 * @param isListed filters callers by their last call's row; absent: all
 * @param isKnown rows before the moment; absent: all
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
      caller: caller.values.at(caller.codes[row]!)!,
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
