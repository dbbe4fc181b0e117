import { COUNTED_BY, TRAITS } from '#/server/metrics/columns/traits.ts'
import { ABSENT } from '#/server/metrics/columns/dictionary.ts'
import type { Dataset } from '#/server/metrics/columns/dataset.ts'
import { selectedRows, type Selection } from '#/server/metrics/columns/select.ts'
import type { ClockMoment, Days } from '#/contract/figures/questions.ts'
import { NO_DAY, weekdayOf } from '#/contract/day.ts'
import { REPORT_METRICS, type FigureKey, type ReportMetric, isRate } from '#/analytics/report-metrics.ts'
import { type ChangeMetric, HOURS_OF_BLOCK, writeBlock } from '#/contract/figures/changes.ts'
import { ALL_BLOCKS } from './dimensions.ts'

export interface ChangeSide {
  readonly data: Dataset
  readonly rows: Uint32Array<ArrayBuffer>
  /** By position in `rows`: 1, it counts. */
  readonly part: Uint8Array<ArrayBuffer>
  /** The denominator of a rate; null: a count. */
  readonly whole: Uint8Array<ArrayBuffer> | null
  /** Complete days: only these show the scatter. */
  readonly over: Days
  readonly blocks: ReadonlyMap<string, number>
}

export interface ChangeSides {
  readonly now: ChangeSide
  readonly before: ChangeSide
  /** This period's days per day of the compared one. */
  readonly scale: number
  readonly isRate: boolean
  /** Told outside the account: what is not shareable leads only where nothing else does. */
  readonly isShared: boolean
}

export interface PassedDays {
  readonly days: Days
  readonly over: Days
  /** Contacts count until then; null: all days are over. */
  readonly end: Pick<ClockMoment, 'day' | 'minute'> | null
}

const BLOCK_MINUTES = HOURS_OF_BLOCK * 60

const passedBlocks = ({ days, end }: PassedDays): ReadonlyMap<string, number> => {
  const passed = new Map(ALL_BLOCKS.map((block) => [block, 0]))
  for (let day = days.first; day <= days.last; day++) {
    const minutes = end === null || day < end.day ? 1440 : day === end.day ? end.minute : 0
    for (let block = 0; block * BLOCK_MINUTES < minutes; block++) {
      const key = writeBlock(weekdayOf(day), block)
      passed.set(key, passed.get(key)! + Math.min(minutes / BLOCK_MINUTES - block, 1))
    }
  }
  return passed
}

const countingTraits = (count: FigureKey): Uint8Array<ArrayBuffer> =>
  Uint8Array.from({ length: TRAITS }, (_, trait) => {
    const names = COUNTED_BY[trait]!
    return Number(count === 'reached' ? !names.includes('missed') : names.some((name) => name === count))
  })

/**
 * Each deal at its first contact, so that it counts once; undated ones only where the deal has no other.
 * @param won only deals of these statuses; null: all
 */
const dealsAtRows = (
  { by, deals, day, minute }: Dataset,
  rows: Uint32Array<ArrayBuffer>,
  won: ReadonlySet<string> | null,
) => {
  const { codes, values } = by.deal
  const first = new Int32Array(values.length).fill(-1)
  const at = (place: number) => {
    const row = rows[place]!
    return day[row]! * 1440 + (day[row] === NO_DAY ? 0 : minute[row]!)
  }
  for (let place = 0; place < rows.length; place++) {
    const deal = codes[rows[place]!]!
    if (deal !== ABSENT && (first[deal] === -1 || at(place) < at(first[deal]!))) first[deal] = place
  }
  const isCounted = (deal: number) =>
    won === null || won.has(deals.statuses.values[deals.status[deal]!] ?? '')
  const counts = new Uint8Array(rows.length)
  first.forEach((place, deal) => {
    if (place !== -1 && isCounted(deal)) counts[place] = 1
  })
  return counts
}

const countedRows = (
  data: Dataset,
  rows: Uint32Array<ArrayBuffer>,
  key: FigureKey,
  won: ReadonlySet<string>,
) => {
  if (key === 'deals' || key === 'won') return dealsAtRows(data, rows, key === 'won' ? won : null)
  const counts = countingTraits(key)
  return Uint8Array.from(rows, (row) => counts[data.trait[row]!]!)
}

export const changeSide = (
  data: Dataset,
  selection: Selection,
  metric: ChangeMetric,
  passed: PassedDays,
  won: ReadonlySet<string>,
): ChangeSide => {
  const { rows } = selectedRows(data, selection)
  const { part, whole }: ReportMetric = REPORT_METRICS[metric]
  return {
    data,
    rows,
    part: countedRows(data, rows, part, won),
    whole: isRate(metric) && whole !== null ? countedRows(data, rows, whole, won) : null,
    over: passed.over,
    blocks: passedBlocks(passed),
  }
}

export const within = (side: ChangeSide, isIn: (place: number) => boolean): ChangeSide => {
  const places = Uint32Array.from(
    (function* find() {
      for (let place = 0; place < side.rows.length; place++) if (isIn(place)) yield place
    })(),
  )
  return {
    ...side,
    rows: places.map((place) => side.rows[place]!),
    part: Uint8Array.from(places, (place) => side.part[place]!),
    whole: side.whole && Uint8Array.from(places, (place) => side.whole![place]!),
  }
}
