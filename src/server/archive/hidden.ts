import { dayText } from '#/contract/day.ts'
import { segmentColumns } from './store/columns.ts'
import { pack, type KeptDay } from './store/kept-day.ts'
import type { ArchiveStore, SegmentDays } from './store/store.ts'

/** Tells a contact from every other: nothing could be counted without it. */
const NEVER_HIDDEN = 'id'

const offsetOf = (date: unknown): string =>
  typeof date === 'string' ? (/(?:Z|[+-]\d{2}:?\d{2})$/.exec(date)?.[0] ?? '') : ''

/** A record as a client may see it whose fields are hidden. @param day that it is listed under */
export const withoutHiddenFields = (raw: unknown, day: number, hidden: ReadonlySet<string>): unknown => {
  if (typeof raw !== 'object' || raw === null || hidden.size === 0) return raw
  return Object.fromEntries(
    Object.entries(raw).flatMap(([name, value]) => {
      if (!hidden.has(name) || name === NEVER_HIDDEN) return [[name, value]]
      // The day is what was asked for; the hour is not.
      return name === 'date' ? [[name, `${dayText(day)}T00:00:00${offsetOf(value)}`]] : []
    }),
  )
}

/** A day as such a client may see it: made of its records, so that nothing of them is left anywhere. */
const withoutHidden = (kept: KeptDay, day: number, hidden: ReadonlySet<string>): KeptDay => ({
  records: kept.records.map((raw) => withoutHiddenFields(raw, day, hidden)),
  titles: hidden.has('obj_oid') ? [] : kept.titles,
})

/** The segments of some days, the newest first; where fields are hidden, day by day and made anew. */
export async function* segmentsFor(
  store: ArchiveStore,
  account: string,
  days: SegmentDays,
  hidden: ReadonlySet<string>,
): AsyncGenerator<SegmentDays & { readonly bytes: Uint8Array }, void> {
  let sent = Infinity
  for (const { first, last } of await store.segmentDays(account, days)) {
    // Days that have become a month meanwhile were sent with it.
    if (first >= sent) continue
    if (hidden.size === 0) {
      const segment = await store.segment(account, first)
      if (!segment) continue
      sent = segment.first
      yield segment
      continue
    }
    for (let day = Math.min(last, days.last); day >= Math.max(first, days.first); day--) {
      const kept = await store.records(account, day)
      if (kept.records.length === 0) continue
      const bytes = await pack(segmentColumns.ofDay(withoutHidden(kept, day, hidden)))
      yield { first: day, last: day, bytes }
    }
  }
}
