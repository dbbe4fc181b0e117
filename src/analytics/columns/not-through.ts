import { dayText, NO_DAY } from './calendar.ts'
import { IS_MISSED, type Dataset } from './dataset.ts'
import { ABSENT } from './dictionary.ts'
import { SHOWN, type Selection } from './select.ts'

/** A caller who did not get through: a missed call, and nothing after it that reached anybody. */
export interface NotThrough {
  /** Digits. */
  readonly caller: string
  /** Missed calls since the last contact that was none. */
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

export interface NotThroughResult {
  readonly callers: readonly NotThrough[]
  /** Missed calls without a caller's number, and without a readable date: nobody can say what came after them. */
  readonly unnumbered: number
  readonly undated: number
}

/**
 * Callers among the rows shown whose last contact in all loaded data is a missed call. "Did not get through" and not
 * "was not called back": outgoing calls are unknown (G28). A later contact of any other kind counts as reached.
 */
export const notThrough = (data: Dataset, selection: Selection, own = SHOWN): NotThroughResult => {
  const { codes, values } = data.by.caller
  const last = new Int32Array(values.length).fill(-1)
  const reachedAt = new Float64Array(values.length).fill(-1)
  const moment = (row: number) => data.day[row]! * 1440 + data.minute[row]!
  let unnumbered = 0
  let undated = 0
  const isShown = (row: number) => selection[row] === SHOWN || selection[row] === own
  for (let row = 0; row < data.rows; row++) {
    const isMissed = (data.meaning[row]! & IS_MISSED) !== 0
    if (data.day[row] === NO_DAY || codes[row] === ABSENT) {
      if (!isMissed || !isShown(row)) continue
      if (data.day[row] === NO_DAY) undated++
      else unnumbered++
      continue
    }
    const caller = codes[row]!
    if (!isMissed) reachedAt[caller] = Math.max(reachedAt[caller]!, moment(row))
    else if (last[caller]! < 0 || moment(row) >= moment(last[caller]!)) last[caller] = row
  }
  const attempts = new Uint32Array(values.length)
  for (let row = 0; row < data.rows; row++) {
    const caller = codes[row]!
    const counts = data.day[row] !== NO_DAY && (data.meaning[row]! & IS_MISSED) !== 0
    if (counts && moment(row) > reachedAt[caller]!) attempts[caller]!++
  }
  const { object, source, kind } = data.by
  const firstTime = kind.find('first_time')
  const callers: NotThrough[] = []
  for (let caller = 1; caller < values.length; caller++) {
    const row = last[caller]!
    // At the same minute the order is unknown: whoever was reached then is not bothered.
    if (row < 0 || moment(row) <= reachedAt[caller]! || !isShown(row)) continue
    callers.push({
      caller: values[caller]!,
      attempts: attempts[caller]!,
      oid: object.values[object.codes[row]!] ?? null,
      callId: data.id[row]!,
      day: dayText(data.day[row]!),
      minute: data.minute[row]!,
      offset: data.objectOffsets.get(object.values[object.codes[row]!] ?? '') ?? null,
      source: source.values[source.codes[row]!] ?? null,
      isFirstTime: kind.codes[row] === firstTime,
    })
  }
  return {
    callers: callers.toSorted((a, b) => b.day.localeCompare(a.day) || b.minute - a.minute),
    unnumbered,
    undated,
  }
}
