import { mergedDays } from '#/analytics/days.ts'
import type { Gap } from '#/api/pages.ts'
import type { ArchiveState } from '#/contract/archive/shapes.ts'
import { dayText } from '#/contract/day.ts'
import { begun, eachDay, knownUntil, missingOf, type TriesBefore } from '#/server/archive/reading/due.ts'
import type { DayRecord, SegmentDays } from '#/server/archive/store/store.ts'
import type { FaultyRecords } from '#/server/archive/store/writing/write-days.ts'

/** The days of a request and their progress. Reading continues when the request is closed. */
export interface OpenQuestion {
  readonly days: SegmentDays
  isListened: boolean
  /** Retries recent failures of these days at once; undefined: after their usual pause. */
  triesBefore: TriesBefore | undefined
  readonly isRetry: boolean
  epoch: number | null
  is: ArchiveState['is']
  error: ArchiveState['error']
  readonly changed: Set<number>
  news: PromiseWithResolvers<void>
}

export const createQuestion = (days: SegmentDays, isRetry = false): OpenQuestion => ({
  days,
  isListened: true,
  isRetry,
  triesBefore: undefined,
  epoch: null,
  is: 'reading',
  error: null,
  changed: new Set(),
  news: Promise.withResolvers(),
})

export const tell = (question: OpenQuestion): void => {
  question.news.resolve()
  question.news = Promise.withResolvers()
}

/**
 * Waits until a request's days are read.
 * @param signal ends the waiting early, without an error
 * @param isEnough as well; asked at each progress
 */
export const untilRead = async (
  question: OpenQuestion,
  signal?: AbortSignal,
  isEnough: () => Promise<boolean> = async () => false,
): Promise<void> => {
  const aborted = new Promise<void>((resolve) => {
    signal?.addEventListener('abort', () => resolve(), { once: true })
  })
  for (;;) {
    const news = question.news.promise
    if (question.is !== 'reading' || signal?.aborted || (await isEnough())) return
    await Promise.race([news, aborted])
  }
}

export interface ServiceTotal extends SegmentDays {
  readonly total: number
}

const sum = (days: readonly DayRecord[], of: (day: DayRecord) => number) =>
  days.reduce((all, day) => all + of(day), 0)

const faultyOf = (days: readonly DayRecord[]): FaultyRecords[] => {
  const byOid = new Map<string | null, FaultyRecords>()
  for (const { oid, unreadable, doubled } of days.flatMap(({ faulty }) => faulty)) {
    const before = byOid.get(oid)
    byOid.set(oid, {
      oid,
      unreadable: unreadable + (before?.unreadable ?? 0),
      doubled: doubled + (before?.doubled ?? 0),
    })
  }
  return [...byOid.values()]
}

const shortfallOf = (map: readonly DayRecord[]): ArchiveState['shortfall'] => {
  const [loaded, unreadable, doubled] = [
    sum(map, ({ contacts }) => contacts),
    sum(map, (day) => day.unreadable),
    sum(map, (day) => day.doubled),
  ]
  const gaps = new Set<Gap>(map.flatMap((day) => day.gaps))
  if (unreadable > 0) gaps.add('unreadable')
  if (doubled > 0) gaps.add('doubled')
  if (map.some(({ hasFormerCallers }) => hasFormerCallers)) gaps.add('callers')
  if (gaps.size === 0) return null
  return {
    loaded,
    total: loaded + unreadable + doubled + sum(map, ({ missing }) => missing),
    unreadable,
    doubled,
    faulty: faultyOf(map),
    gaps: [...gaps],
  }
}

const expectedOf = (map: readonly DayRecord[]) => sum(map, ({ contacts, missing }) => contacts + missing)

/** The service's total while days are missing, else ours; null: unknown. */
const totalOf = (
  map: readonly DayRecord[],
  { days, is, triesBefore }: OpenQuestion,
  serviceTotal: ServiceTotal | null,
  now: number,
): number | null => {
  const missing = [...missingOf(map, days, now, triesBefore)]
  const loaded = sum(map, ({ contacts }) => contacts)
  if (is === 'complete' || missing.length === 0) return expectedOf(map)
  if (!serviceTotal || serviceTotal.first < days.first || serviceTotal.last > days.last) return null
  if (missing.some((day) => day < serviceTotal.first || day > serviceTotal.last)) return null
  const outside = map.filter(({ day }) => day < serviceTotal.first || day > serviceTotal.last)
  return Math.max(serviceTotal.total + expectedOf(outside), loaded)
}

/** @param map of its days */
export const stateOf = (
  map: readonly DayRecord[],
  question: OpenQuestion,
  {
    serviceTotal,
    waitUntil,
    now,
  }: { serviceTotal: ServiceTotal | null; waitUntil: number | null; now: number },
): ArchiveState => {
  const read = new Set(map.filter(({ state }) => state !== 'incomplete').map(({ day }) => day))
  const unread = eachDay(begun(question.days, now)).filter((day) => !read.has(day))
  const last = map.toSorted((a, b) => b.day - a.day)[0]
  const oldest = map.reduce((first, day) => Math.min(first, knownUntil(day)), Infinity)
  const isOver = question.is !== 'reading'
  return {
    is: question.is,
    as_of: last ? new Date(knownUntil(last)).toISOString() : null,
    oldest: last ? new Date(oldest).toISOString() : null,
    loaded: sum(map, ({ contacts }) => contacts),
    total: totalOf(map, question, serviceTotal, now),
    unread: mergedDays(unread.map((day) => ({ first: day, last: day }))).map(({ first, last }) => ({
      date_from: dayText(first),
      date_to: dayText(last),
    })),
    shortfall: isOver ? shortfallOf(map) : null,
    error:
      waitUntil !== null && !isOver
        ? { status: 429, code: 'rate_limited', retry_after: Math.max(0, Math.ceil((waitUntil - now) / 1000)) }
        : question.error,
  }
}
