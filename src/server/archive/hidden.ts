import { TEXT_FIELDS } from '#/analytics/texts/record-texts.ts'
import type { CallField } from '#/contract/call-fields.ts'
import { withoutHiddenFields } from '#/server/hidden-fields.ts'
import { segmentColumns } from './store/columns.ts'
import { pack, type StoredDay } from './store/stored-day.ts'
import type { ArchiveStore, SegmentDays } from './store/store.ts'

/** Fields that no column is made of, so hiding them changes no segment. */
const IN_NO_COLUMN: ReadonlySet<string> = new Set([
  ...TEXT_FIELDS,
  'record_url',
  'referrer',
] satisfies CallField[])

/** A day rebuilt from its records without the hidden fields, so that no dictionary keeps their values. */
const dayWithoutHidden = (stored: StoredDay, day: number, hidden: ReadonlySet<string>): StoredDay => {
  const left = new Set([...hidden, ...IN_NO_COLUMN])
  return {
    records: stored.records.map((raw) => withoutHiddenFields(raw, left, day)),
    titles: hidden.has('obj_oid') ? [] : stored.titles,
  }
}

/**
 * Segments of the given days, newest first. Each replaces earlier ones of its days: days joined into a month
 * meanwhile are sent again within it. With hidden fields, each day is rebuilt from its records.
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
    if (first >= sent) continue
    if (!isMadeAnew) {
      const segment = await store.segment(account, first)
      if (!segment) continue
      sent = segment.first
      yield segment
      continue
    }
    for (let day = Math.min(last, days.last); day >= Math.max(first, days.first); day--) {
      const stored = await store.records(account, day)
      if (stored.records.length === 0) continue
      const bytes = await pack(segmentColumns.ofDay(dayWithoutHidden(stored, day, hidden)))
      yield { first: day, last: day, bytes }
    }
  }
}
