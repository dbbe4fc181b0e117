import { IS_TARGET } from '#/contract/figures/dimensions.ts'
import { segmentColumnsOf } from '#/server/metrics/columns/segment.ts'
import { unpack } from '#/server/archive/store/stored-day.ts'
import type { ArchiveStore, SegmentDays } from '#/server/archive/store/store.ts'

export interface StatusCounts {
  readonly target: number
  /** By code; NaN: unreadable. */
  readonly statuses: ReadonlyMap<number, number>
}

export interface CountStatusesCall {
  readonly question: { readonly account: string; readonly days: SegmentDays }
  readonly answer: ReadonlyMap<number, StatusCounts>
}

export const countStatuses = async (
  store: Pick<ArchiveStore, 'segments'>,
  { account, days }: CountStatusesCall['question'],
): Promise<CountStatusesCall['answer']> => {
  const counts = new Map<number, { target: number; statuses: Map<number, number> }>()
  for (const { first, last, bytes } of await store.segments(account, days)) {
    const {
      rows,
      day: contactDays,
      codes,
      values,
    } = segmentColumnsOf(await unpack(bytes), ['status', 'target'])
    const [target, status] = [values('target'), values('status')]
    for (let row = 0; row < rows; row++) {
      // In a single-day segment a contact may carry another date, or none.
      const day = first === last ? first : contactDays[row]!
      const ofDay = counts.get(day) ?? { target: 0, statuses: new Map<number, number>() }
      counts.set(day, ofDay)
      if (target[codes['target']![row]!] === IS_TARGET) ofDay.target++
      const code = Number(status[codes['status']![row]!] ?? NaN)
      ofDay.statuses.set(code, (ofDay.statuses.get(code) ?? 0) + 1)
    }
  }
  return counts
}
