import { HOUR_MS } from '#/contract/day.ts'
import { isReadable, type Unreadable } from '#/contract/field.ts'
import { parseWallClock } from '#/i18n/format.ts'
import { beginOfDay } from '#/server/archive/reading/clock.ts'
import { eachDay } from '#/server/archive/reading/due.ts'
import type { ContactName } from './list-run.ts'
import { dayOfRecord, ownerOfRecord } from '#/server/archive/store/stored-day.ts'
import type { KnownCountries } from '#/server/archive/store/callers.ts'
import type { SegmentDays } from '#/server/archive/store/store.ts'
import type { FaultyRecords, ReadDay } from '#/server/archive/store/writing/write-days.ts'

const latestInstant = (raw: unknown): number | null => {
  const date = typeof raw === 'object' && raw !== null && 'date' in raw ? raw.date : null
  const clock = typeof date === 'string' ? parseWallClock(date) : null
  if (!clock) return null
  // Without an offset, assume the westernmost zone.
  return clock.utc - (clock.offset === null ? -12 * HOUR_MS : clock.offset * 60_000)
}

interface Entry {
  readonly raw: unknown
  readonly as: 'contact' | 'unreadable' | 'doubled'
}

export interface SortedPage {
  readonly records: readonly (ContactName | Unreadable)[]
  readonly raw: readonly unknown[]
  readonly fresh: ReadonlySet<ContactName>
  /** Other records are duplicates, not caused by shifting pages. */
  readonly isDoubled: boolean
  /** The page was requested again: only fresh records count. */
  readonly isAgain: boolean
}

interface Sorted {
  readonly records: unknown[]
  readonly faulty: Map<string | null, { unreadable: number; doubled: number }>
}

/** Sorts records into days. Pages come in any order; a day is done when all pages up to its end are here. */
export const createDaySorter = (days: SegmentDays, readAt: number) => {
  const pages = new Map<number, { readonly entries: Entry[]; readonly oldest: number | null }>()
  const titles = new Map<string, string>()
  const countries = new Map<string, string | null>()
  const byDay = new Map<number, Sorted>()
  let sorted = 0
  let reach = Infinity
  /** Records with an unreadable or foreign day belong to the day of the record before. */
  let neighbour = days.last

  const sort = (entries: readonly Entry[]) => {
    for (const { raw, as } of entries) {
      const own = dayOfRecord(raw)
      const day = own !== null && own >= days.first && own <= days.last ? own : neighbour
      neighbour = day
      const of: Sorted = byDay.get(day) ?? { records: [], faulty: new Map() }
      byDay.set(day, of)
      if (as !== 'doubled') of.records.push(raw)
      if (as !== 'contact') {
        const oid = ownerOfRecord(raw)
        const before = of.faulty.get(oid) ?? { unreadable: 0, doubled: 0 }
        of.faulty.set(oid, { ...before, [as]: before[as] + 1 })
      }
    }
  }

  const sortNext = () => {
    for (let page = pages.get(sorted + 1); page; page = pages.get(sorted + 1)) {
      sorted++
      sort(page.entries)
      if (page.oldest !== null) reach = Math.min(reach, page.oldest)
    }
  }

  const faultyOf = (day: number): FaultyRecords[] =>
    [...(byDay.get(day)?.faulty ?? [])].map(([oid, counts]) => ({ oid, ...counts }))

  return {
    add: (page: number, { records, raw, fresh, isDoubled, isAgain }: SortedPage) => {
      const entries = records.flatMap((record, at): Entry[] => {
        if (!isReadable(record)) return isAgain ? [] : [{ raw: raw[at], as: 'unreadable' }]
        if (fresh.has(record)) return [{ raw: raw[at], as: 'contact' }]
        return isDoubled ? [{ raw: raw[at], as: 'doubled' }] : []
      })
      const oldest = raw.map(latestInstant).findLast((at) => at !== null) ?? null
      if (page <= sorted) sort(entries)
      else pages.set(page, { entries: [...(pages.get(page)?.entries ?? []), ...entries], oldest })
      sortNext()
    },
    name: (titled: readonly (readonly [oid: string, title: string])[]) => {
      for (const [oid, title] of titled) titles.set(oid, title)
    },
    place: (placed: KnownCountries) => {
      for (const [oid, country] of placed)
        if (country !== null || !countries.has(oid)) countries.set(oid, country)
    },
    /** Days that no later page can add to, newest first. */
    past: (): number[] =>
      eachDay(days)
        .filter((day) => beginOfDay(day) > reach)
        .toReversed(),
    /** Also sorts pages behind a lost one. */
    end: () => {
      for (const [page, { entries }] of [...pages].toSorted(([a], [b]) => a - b))
        if (page > sorted) sort(entries)
    },
    count: (day: number): number => byDay.get(day)?.records.length ?? 0,
    day: (day: number): ReadDay => {
      const records = [...(byDay.get(day)?.records ?? [])]
      const owners = new Set(records.map(ownerOfRecord))
      return {
        day,
        readAt,
        records,
        faulty: faultyOf(day),
        titles: [...titles].filter(([oid]) => owners.has(oid)),
        countries: [...countries].filter(([oid]) => owners.has(oid)),
      }
    },
  }
}
