import { mergedDays } from '#/analytics/days.ts'
import { FILTERED_STATUSES, statusFilterCode, type CallFilters } from '#/contract/call-filters.ts'
import { CALL_STATUS, callStatusName } from '#/contract/codes.ts'
import { dayNumber, dayText, monthStart } from '#/contract/day.ts'
import type { ArchiveCounter } from '#/server/archive/counting/counting.ts'
import type { StatusCounts } from '#/server/archive/counting/count-statuses.ts'
import type { ProbedMonth, ProbedSpan } from '#/server/archive/store/probes.ts'
import type { ArchiveStore, DayRecord, SegmentDays } from '#/server/archive/store/store.ts'
import { utcDay } from './clock.ts'
import { LAST_RUNG } from './due.ts'

/*
 * Older months are only counted: the service's totals of a month and some parts are compared with ours.
 * Differences are bisected down to single days, which become due.
 */

const STATUSES = 3

/** First days of months with complete days that no age rereads. */
const frozenMonths = (map: readonly DayRecord[], now: number): readonly number[] => [
  ...new Set(
    map.flatMap(({ day, state }) => {
      const first = monthStart(dayText(day))
      const last = dayNumber(monthStart(dayText(day), 1)) - 1
      return state === 'complete' && utcDay(now) - last > LAST_RUNG ? [dayNumber(first)] : []
    }),
  ),
]

/** One month a day, in turn. Null: none is due. */
export const monthToProbe = (
  map: readonly DayRecord[],
  probed: readonly ProbedMonth[],
  now: number,
): number | null => {
  if (probed.some(({ probedAt }) => utcDay(probedAt) === utcDay(now))) return null
  // Times in the future are ignored: the clock was set back since.
  const last = new Map(
    probed.filter(({ probedAt }) => probedAt < now).map((one) => [one.month, one.probedAt]),
  )
  const turn = (month: number) => last.get(month) ?? -Infinity
  return frozenMonths(map, now).toSorted((a, b) => turn(a) - turn(b) || b - a)[0] ?? null
}

const spansOf = (map: readonly DayRecord[], month: number): SegmentDays[] => {
  const end = dayNumber(monthStart(dayText(month), 1))
  const complete = map.filter(({ day, state }) => day >= month && day < end && state === 'complete')
  return mergedDays(complete.map(({ day }) => ({ first: day, last: day })))
}

interface DayCounts extends StatusCounts {
  /** As the service counts: with unreadable and doubled records. */
  readonly all: number
}

const NOTHING: StatusCounts = { target: 0, statuses: new Map() }

const storedCounts = async (
  { count, account, map }: Pick<ProbeOptions, 'count' | 'account' | 'map'>,
  days: SegmentDays,
): Promise<ReadonlyMap<number, DayCounts>> => {
  const counted = await count('statuses', { account, days })
  return new Map(
    map
      .filter(({ day }) => day >= days.first && day <= days.last)
      .map(({ day, contacts, unreadable, doubled }) => [
        day,
        { all: contacts + unreadable + doubled, ...(counted.get(day) ?? NOTHING) },
      ]),
  )
}

interface Counting {
  readonly filters: CallFilters
  readonly of: (day: DayCounts) => number
}

const sumOf = (counts: Iterable<DayCounts>, of: Counting['of']): number => {
  let sum = 0
  for (const day of counts) sum += of(day)
  return sum
}

/** All contacts, target ones, and the most frequent statuses that the service can filter by. */
const countingsOf = (counts: ReadonlyMap<number, DayCounts>): Counting[] => {
  const ofStatus = (code: number) => (day: DayCounts) => day.statuses.get(code) ?? 0
  const statuses = FILTERED_STATUSES.map((name) => CALL_STATUS[name])
    .map((code) => ({ code, contacts: sumOf(counts.values(), ofStatus(code)) }))
    .toSorted((a, b) => b.contacts - a.contacts || a.code - b.code)
    .slice(0, STATUSES)
  return [
    { filters: {}, of: ({ all }) => all },
    { filters: { target_filter: '1' }, of: ({ target }) => target },
    ...statuses.map(({ code }) => ({
      filters: { status_filter: statusFilterCode(callStatusName(code) ?? '') },
      of: ofStatus(code),
    })),
  ]
}

/** @returns the service's count, or null */
export type RequestTotal = (days: SegmentDays, filters: CallFilters) => Promise<number | null>

/** Bisects a span until the found days explain the difference. */
const differingDays = async (
  counts: ReadonlyMap<number, DayCounts>,
  { filters, of }: Counting,
  span: SegmentDays,
  {
    serviceCount,
    found,
    ask,
    onDifferentDay,
  }: {
    readonly serviceCount: number
    readonly found: ReadonlySet<number>
    readonly ask: RequestTotal
    readonly onDifferentDay: (day: number) => Promise<void>
  },
): Promise<void> => {
  const storedIn = ({ first, last }: SegmentDays) =>
    sumOf(
      [...counts].filter(([day]) => day >= first && day <= last).map(([, one]) => one),
      of,
    )
  // Known differences are subtracted, since they could cancel out others.
  const explained = new Map<number, number>()
  const unexplainedOf = async (days: SegmentDays): Promise<number> => {
    const total = await ask(days, filters)
    if (total === null) return 0
    let rest = total - storedIn(days)
    for (const [day, difference] of explained) if (day >= days.first && day <= days.last) rest -= difference
    return rest
  }
  const narrow = async (days: SegmentDays, difference: number): Promise<void> => {
    if (difference === 0) return
    if (days.first === days.last) return onDifferentDay(days.first)
    const middle = Math.floor((days.first + days.last) / 2)
    const older = await unexplainedOf({ first: days.first, last: middle })
    await narrow({ first: days.first, last: middle }, older)
    await narrow({ first: middle + 1, last: days.last }, difference - older)
  }
  let unexplained = serviceCount - storedIn(span)
  for (const day of found) {
    if (unexplained === 0) return
    if (day < span.first || day > span.last) continue
    const difference = await unexplainedOf({ first: day, last: day })
    explained.set(day, difference)
    unexplained -= difference
  }
  await narrow(span, unexplained)
}

export interface ProbeOptions {
  readonly store: Pick<ArchiveStore, 'makeDue'>
  readonly count: ArchiveCounter['count']
  readonly account: string
  readonly month: number
  readonly map: readonly DayRecord[]
  readonly former: readonly ProbedSpan[]
  /** Days found and already read again in this probe; new ones are added. */
  readonly found: Set<number>
  readonly ask: RequestTotal
}

const nameOf = ({ filters }: Counting): string => Object.values(filters)[0] ?? ''

/**
 * Compares a month's counts and makes differing days due. If both sides still say what they said after the
 * last probe, rereading has not helped, so the days are left: some services count differently than they list.
 * @returns both sides, and whether days are due
 * @throws what `ask` does; days found until then are due
 */
export const probeMonth = async (
  options: ProbeOptions,
): Promise<{ readonly spans: readonly ProbedSpan[]; readonly hasDifferences: boolean }> => {
  const { store, count, account, month, map, former, found, ask } = options
  const spans: ProbedSpan[] = []
  let hasDifferences = false
  for (const days of spansOf(map, month)) {
    const counts = await storedCounts({ count, account, map }, days)
    const onDifferentDay = async (day: number) => {
      if (found.has(day)) return
      found.add(day)
      hasDifferences = true
      await store.makeDue(account, { first: day, last: day })
    }
    const span: ProbedSpan = { ...days, counts: {} }
    const known = former.find(({ first, last }) => first === days.first && last === days.last)
    for (const counting of countingsOf(counts)) {
      const serviceCount = await ask(days, counting.filters)
      if (serviceCount === null) continue
      const storedCount = sumOf(counts.values(), counting.of)
      span.counts[nameOf(counting)] = [serviceCount, storedCount]
      const [serviceBefore, storedBefore] = known?.counts[nameOf(counting)] ?? []
      if (serviceCount === storedCount || (serviceBefore === serviceCount && storedBefore === storedCount))
        continue
      await differingDays(counts, counting, days, { serviceCount, found, ask, onDifferentDay })
    }
    spans.push(span)
  }
  return { spans, hasDifferences }
}
