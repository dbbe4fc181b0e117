import { NO_OFFSET, type Dataset } from '#/server/metrics/columns/dataset.ts'
import { SHOWN, type Selection } from '#/server/metrics/columns/select.ts'
import { DAY_MINUTES } from '#/contract/day.ts'
import { durationOf } from './column-filters.ts'
import type { StoredColumns } from './stored-columns.ts'
import type { ListQuestion } from './question.ts'

/** Above any row count and any duration; a minute times this is still exact. */
const BEYOND_ROWS = 2 ** 26
const BEYOND_SECONDS = 2 ** 17

function* asListed({
  data,
  listed,
}: StoredColumns): Generator<{ readonly from: number; readonly to: number }> {
  for (let from = 0; from < data.rows;) {
    let to = from + 1
    while (to < data.rows && listed[to] === listed[from]) to++
    yield { from, to }
    from = to
  }
}

/** UTC minutes; NaN: the contact has no time. */
const instantOf = ({ data, listed }: StoredColumns, row: number): number => {
  const isStated = data.day[row] === listed[row] && data.offset[row] !== NO_OFFSET
  return isStated ? (listed[row]! + 1) * DAY_MINUTES + data.minute[row]! - data.offset[row]! : Number.NaN
}

/** Shown rows, newest first; within a minute as the API listed them. A row without a time stays below its predecessor. */
export const newestFirst = (columns: StoredColumns, selection: Selection): Uint32Array<ArrayBuffer> => {
  const { data, listed } = columns
  const keys = new Float64Array(data.rows)
  const rows = new Uint32Array(data.rows)
  let count = 0
  for (const { from, to } of asListed(columns)) {
    let at = Number.NaN
    for (let row = to - 1; row >= from && Number.isNaN(at); row--) at = instantOf(columns, row)
    if (Number.isNaN(at)) at = (listed[from]! + 2) * DAY_MINUTES - 1
    for (let row = to - 1; row >= from; row--) {
      const own = instantOf(columns, row)
      if (!Number.isNaN(own)) at = own
      if (selection[row] !== SHOWN) continue
      rows[count] = row
      keys[count] = at * BEYOND_ROWS + (BEYOND_ROWS - 1 - count)
      count++
    }
  }
  const sorted = keys.subarray(0, count).toSorted()
  return Uint32Array.from(sorted, (_, at) => {
    const key = sorted[count - 1 - at]!
    return rows[BEYOND_ROWS - 1 - (key - Math.floor(key / BEYOND_ROWS) * BEYOND_ROWS)]!
  })
}

/**
 * Rows by duration; those without one last, equals newest first.
 * @param absurd rows beyond the columns' maximum
 */
export const byDuration = async (
  data: Dataset,
  rows: Uint32Array,
  way: ListQuestion['orderWay'],
  absurd: (rows: readonly number[]) => Promise<ReadonlyMap<number, number>>,
): Promise<Uint32Array> => {
  const timed = new Float64Array(rows.length)
  const none = new Uint32Array(rows.length)
  const beyond: number[] = []
  let [timedCount, noneCount] = [0, 0]
  for (let place = 0; place < rows.length; place++) {
    const row = rows[place]!
    const seconds = durationOf(data, row)
    if (seconds === null) none[noneCount++] = row
    else if (seconds === Infinity) beyond.push(row)
    else timed[timedCount++] = (way === 'ASC' ? seconds : BEYOND_SECONDS - seconds) * BEYOND_ROWS + place
  }
  const inOrder = Uint32Array.from(
    timed.subarray(0, timedCount).toSorted(),
    (key) => rows[key - Math.floor(key / BEYOND_ROWS) * BEYOND_ROWS]!,
  )
  const seconds = beyond.length === 0 ? new Map<number, number>() : await absurd(beyond)
  const secondsOf = (row: number) => seconds.get(row) ?? 0
  const longest = beyond.toSorted((a, b) =>
    way === 'ASC' ? secondsOf(a) - secondsOf(b) : secondsOf(b) - secondsOf(a),
  )
  const ordered = new Uint32Array(rows.length)
  ordered.set(inOrder, way === 'ASC' ? 0 : longest.length)
  ordered.set(longest, way === 'ASC' ? inOrder.length : 0)
  ordered.set(none.subarray(0, noneCount), timedCount + longest.length)
  return ordered
}
