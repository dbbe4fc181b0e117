import { claimOf } from '#/api/pages.ts'
import { CALL_FIELD_NAMES, callFieldRow } from '#/contract/call-fields.ts'
import { dayNumber, dayText, monthStart } from '#/contract/day.ts'
import { Failure } from '#/server/http/failure.ts'
import type { ArchiveCounter } from '#/server/archive/counting/counting.ts'
import type { ArchiveStore, DayRecord, SegmentDays } from '#/server/archive/store/store.ts'
import type { AskAccountPage, Reader, PageRequester } from './fetching.ts'
import { firstOpenDay, lastBegunDay, utcDay } from './clock.ts'
import { eachDay, isMissing, isOnLadder, isToWait, newestRun } from './due.ts'
import type { Leases } from './leases.ts'
import { monthToProbe, probeMonth, type RequestTotal } from './probe.ts'

/** Contacts read again at a time where they span days: an interruption repeats them. */
const LADDER_CONTACTS = 400

/** Rounds of one probe: each correction may reveal another difference. */
const MOST_ROUNDS = 3

const firstOfFew = (map: readonly DayRecord[], { first, last }: SegmentDays): number => {
  const contacts = new Map(map.map((stored) => [stored.day, stored.contacts]))
  let few = last
  for (let sum = contacts.get(last) ?? 0; few > first; few--)
    if ((sum += contacts.get(few - 1) ?? 0) > LADDER_CONTACTS) break
  return few
}

class BudgetSpent extends Error {
  override readonly name = 'BudgetSpent'
}

export interface BackgroundDeps {
  readonly store: ArchiveStore
  readonly count: ArchiveCounter['count']
  readonly account: string
  readonly epoch: () => number
  readonly now: () => number
  readonly retentionDays: number
  readonly dailyRequests: number
  readonly leases: Leases
  readonly ask: AskAccountPage
  readonly forWhom: (signal: AbortSignal) => PageRequester
  readonly reader: () => Reader | null
  readonly unasked: () => number
  readonly spent: () => Promise<number>
  readonly readDays: (days: SegmentDays, map: readonly DayRecord[], signal: AbortSignal) => Promise<void>
}

/** Whether a filter is by a field that the account may not see, or whose rights are unknown. */
const isHidden = (filter: string, hidden: ReadonlySet<string> | undefined): boolean =>
  hidden === undefined ||
  CALL_FIELD_NAMES.some(
    (field) => hidden.has(field) && callFieldRow(field).filters?.some((one) => one === filter),
  )

/** Background search for late changes, while the account has a session and no request waits. */
export const createBackground = (deps: BackgroundDeps) => {
  const {
    store,
    count,
    account,
    now,
    retentionDays,
    dailyRequests,
    leases,
    ask,
    forWhom,
    reader,
    readDays,
    spent,
  } = deps
  /** Today's totals by the API, so that an interrupted probe continues. */
  const counted = { day: 0, totals: new Map<string, number | null>() }

  const closedDays = (): SegmentDays => ({
    first: lastBegunDay(now()) - retentionDays,
    last: firstOpenDay(now()) - 1,
  })

  const dueDays = (map: readonly DayRecord[]): ReadonlySet<number> =>
    new Set(
      map
        .filter(
          (stored) =>
            !isToWait(stored, now()) && (isMissing(stored, stored.day, now()) || isOnLadder(stored, now())),
        )
        .map(({ day }) => day),
    )

  /** @returns false: today's requests are spent, or another server reads */
  const readDue = async (signal: AbortSignal): Promise<boolean> => {
    for (;;) {
      const map = await store.map(account, closedDays())
      const due = newestRun(dueDays(map))
      if (!due) return true
      // Half a read is worth nothing, so it is finished beyond the budget.
      if ((await spent()) >= dailyRequests) return false
      const { last } = due
      const mine = await leases.hold(eachDay({ first: firstOfFew(map, due), last }))
      const after = await store.map(account, closedDays())
      const still = dueDays(after)
      const run = newestRun(new Set([...mine].filter((day) => still.has(day))))
      if (!run && mine.size > 0) continue
      if (!run) return false
      await readDays(
        run,
        after.filter(({ day }) => day >= run.first && day <= run.last),
        signal,
      )
    }
  }

  const askCount =
    (before: number, days: readonly number[], signal: AbortSignal): RequestTotal =>
    async (span, filters) => {
      if (Object.keys(filters).some((filter) => isHidden(filter, reader()?.hidden))) return null
      const today = utcDay(now())
      if (counted.day !== today) {
        counted.day = today
        counted.totals.clear()
      }
      const key = `${span.first} ${span.last} ${JSON.stringify(filters)}`
      const known = counted.totals.get(key)
      if (known !== undefined) return known
      if (before + deps.unasked() >= dailyRequests) throw new BudgetSpent()
      await leases.keep(days)
      const total = await ask(span, 1, forWhom(signal), filters).then(
        ({ page }) => claimOf(page).total,
        (error: unknown) => {
          if (error instanceof Failure && (error.status === 400 || error.status === 422)) return null
          throw error
        },
      )
      counted.totals.set(key, total)
      return total
    }

  const probe = async (signal: AbortSignal): Promise<void> => {
    const map = await store.map(account, closedDays())
    const month = monthToProbe(map, await store.probes(account), now())
    if (month === null) return
    const before = await spent()
    const days = eachDay({ first: month, last: dayNumber(monthStart(dayText(month), 1)) - 1 })
    if ((await leases.hold(days)).size < days.length) return
    const probed = await store.probes(account)
    if (monthToProbe(map, probed, now()) !== month) return
    const former = probed.find((one) => one.month === month)?.spans ?? []
    const found = new Set<number>()
    for (let round = 0; ; round++) {
      const current = await store.map(account, { first: month, last: month + days.length - 1 })
      const options = { store, count, account, month, map: current, former, found }
      const { spans, hasDifferences } = await probeMonth({ ...options, ask: askCount(before, days, signal) })
      if (!hasDifferences || round >= MOST_ROUNDS)
        return store.probed(account, { month, probedAt: now(), spans }, deps.epoch())
      // Two changes may cancel out in the counts, with one of them left.
      if (!(await readDue(signal)) || (await leases.hold(days)).size < days.length) return
    }
  }

  /** @throws the signal's reason; the API's failures */
  return async (signal: AbortSignal): Promise<void> => {
    if (!(await readDue(signal))) return
    try {
      await probe(signal)
    } catch (error) {
      if (!(error instanceof BudgetSpent)) throw error
    } finally {
      await spent()
    }
    await readDue(signal)
  }
}
