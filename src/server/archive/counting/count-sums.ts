import { NO_OFFSET } from '#/server/metrics/columns/dataset.ts'
import type { ClientCounts } from '#/contract/archive/client-comparison.ts'
import { statusFilterCode } from '#/contract/call-filters.ts'
import { callStatusName } from '#/contract/codes.ts'
import { begun } from '#/server/archive/reading/due.ts'
import type { ArchiveStore, SegmentDays } from '#/server/archive/store/store.ts'
import type { DayCounts, SummedDays } from '#/server/archive/store/sums.ts'
import { commonOffset, DAY_COUNTS, NO_CLOCK, NO_CONTACTS, type StretchCounts } from './count-account.ts'

/*
 * The database adds up what needs adding only, for many accounts at once: past, complete days. Everything
 * else is counted from columns (count-account.ts) with the same result.
 */

const countsOf = ({ sums }: SummedDays, hidden: ReadonlySet<string>): ClientCounts => {
  const total = (of: (sum: SummedDays['sums'][number]) => number) =>
    sums.reduce((all, sum) => all + of(sum), 0)
  const statuses: Record<string, number> = {}
  for (const sum of sums)
    for (const [code, count] of sum.statuses) {
      const name = callStatusName(code)
      if (name !== undefined)
        statuses[statusFilterCode(name)] = (statuses[statusFilterCode(name)] ?? 0) + count
    }
  return {
    contacts: total(({ contacts }) => contacts),
    first_time: hidden.has('call_type') ? null : total(({ first_time }) => first_time),
    target: hidden.has('target') ? null : total(({ target }) => target),
    statuses: hidden.has('status') ? null : statuses,
  }
}

const byDayOf = ({ sums }: SummedDays, { first, last }: SegmentDays): DayCounts[] => {
  const days = Array.from({ length: last - first + 1 }, () => ({ ...NO_CONTACTS }))
  for (const sum of sums)
    for (const counts of sum.days) {
      const own = days[counts.day - first]
      if (own) for (const name of DAY_COUNTS) own[name] += counts[name]
    }
  return days
}

export const countSummed = async (
  store: Pick<ArchiveStore, 'sums'>,
  accounts: ReadonlyMap<string, ReadonlySet<string>>,
  stretches: readonly SegmentDays[],
  now: number,
): Promise<ReadonlyMap<string, readonly StretchCounts[]>> => {
  const requested = stretches.map((days) => ({ ...days, begun: begun(days, now).last }))
  if (requested.some(({ first, begun: last }) => last < first)) return new Map()
  const summed = await store.sums([...accounts.keys()], requested, now)
  return new Map(
    [...summed].map(([account, ofStretches]) => {
      const hidden = accounts.get(account) ?? new Set()
      return [
        account,
        ofStretches.map((one, nth) => ({
          is: 'whole' as const,
          asOf: one.asOf,
          missing: null,
          unread: [],
          counts: countsOf(one, hidden),
          ...(hidden.has('date')
            ? NO_CLOCK
            : commonOffset(
                one.sums.flatMap(({ offset, contacts }) =>
                  offset === NO_OFFSET ? [] : [[offset, contacts]],
                ),
              )),
          byDay: byDayOf(one, stretches[nth]!),
        })),
      ]
    }),
  )
}
