import { TEXT_FIELDS } from '#/analytics/texts/record-texts.ts'
import type { CallField } from '#/contract/call-fields.ts'
import { withoutHiddenFields } from '#/server/hidden-fields.ts'
import { segmentColumns } from './store/columns.ts'
import { pack, type StoredDay } from './store/stored-day.ts'
import type { ArchiveStore, SegmentDays } from './store/store.ts'

/** What no column is made of: it need not be looked through for numbers, and hiding it changes no segment. */
const IN_NO_COLUMN: ReadonlySet<string> = new Set([
  ...TEXT_FIELDS,
  'record_url',
  'referrer',
] satisfies CallField[])

/** A day as it may be seen where fields are hidden: made of its records, so that nothing of them is left anywhere. */
const dayWithoutHidden = (kept: StoredDay, day: number, hidden: ReadonlySet<string>): StoredDay => {
  const left = new Set([...hidden, ...IN_NO_COLUMN])
  return {
    records: kept.records.map((raw) => withoutHiddenFields(raw, left, day)),
    titles: hidden.has('obj_oid') ? [] : kept.titles,
  }
}

/**
 * Segments of the given days, the newest first. Each replaces those sent before for its days: days that are joined into a
 * month while this runs are sent again as a part of it. With hidden fields, each day is rebuilt from its records.
 */
export async function* segmentsFor(
  store: Pick<ArchiveStore, 'segment' | 'segmentDays' | 'records'>,
  account: string,
  days: SegmentDays,
  hidden: ReadonlySet<string>,
): AsyncGenerator<SegmentDays & { readonly bytes: Uint8Array }, void> {
  const isMadeAnew = [...hidden].some((field) => !IN_NO_COLUMN.has(field))
  let sent = Infinity
  for (const { first, last } of await store.segmentDays(account, days)) {
    // Sent already as a part of a month.
    if (first >= sent) continue
    if (!isMadeAnew) {
      const segment = await store.segment(account, first)
      if (!segment) continue
      sent = segment.first
      yield segment
      continue
    }
    for (let day = Math.min(last, days.last); day >= Math.max(first, days.first); day--) {
      const kept = await store.records(account, day)
      if (kept.records.length === 0) continue
      const bytes = await pack(segmentColumns.ofDay(dayWithoutHidden(kept, day, hidden)))
      yield { first: day, last: day, bytes }
    }
  }
}
