import { daysOutside } from '#/server/metrics/columns/unread-days.ts'
import type { AskAccountPage } from '#/server/archive/reading/fetching.ts'
import type { ReaderSessions } from '#/server/archive/reading/readers.ts'
import type { RequestCount } from '#/server/archive/reading/counted-requests.ts'
import { eachDay } from '#/server/archive/reading/due.ts'
import type { Leases } from '#/server/archive/reading/leases.ts'
import type { OpenQuestions } from '#/server/archive/reading/questions/open-questions.ts'
import type { ArchiveStore, DayRecord, SegmentDays } from '#/server/archive/store/store.ts'
import type { Trouble } from '#/server/database/database.ts'
import { readRun } from './list-run.ts'

/** Parallel pages: as many as may be in flight, plus two being written. */
const AT_ONCE = 4 + 2
const IN_THE_BACKGROUND = 2 + 2

/** The nth of `of` integer shares that add up to `all`. */
const shareOf = (all: number, nth: number, of: number) => Math.floor(all / of) + (nth < all % of ? 1 : 0)

export interface ReadingProgress {
  epoch: number
  /** Longest period that the service answers in one request. */
  mostDays: number
}

/** Reads days, for open questions or in the background, and stores them. */
export const createDayReader = ({
  account,
  store,
  ask,
  now,
  onTrouble,
  leases,
  requests,
  months,
  questions,
  readers,
  progress,
  end,
}: {
  readonly account: string
  readonly store: ArchiveStore
  readonly ask: AskAccountPage
  readonly now: () => number
  readonly onTrouble: (trouble: Trouble | null) => void
  readonly leases: Leases
  readonly requests: RequestCount
  readonly months: { readonly changed: () => void }
  readonly questions: OpenQuestions
  readonly readers: ReaderSessions
  readonly progress: ReadingProgress
  readonly end: AbortSignal
}) => {
  const readDays = async (
    days: SegmentDays,
    map: readonly DayRecord[],
    isUnasked: boolean,
    signal: AbortSignal,
    { before, onNearEnd }: { before?: Promise<void>; onNearEnd?: () => void } = {},
  ) => {
    const stored = new Set(map.map(({ day }) => day))
    const completeDays = new Set(map.filter(({ state }) => state === 'complete').map(({ day }) => day))
    const all = eachDay(days)
    const whom = readers.forWhom(isUnasked, signal, all)
    try {
      const result = await readRun({
        days,
        held: completeDays,
        stored,
        now,
        ...(onNearEnd && { onNearEnd }),
        ask: (page) => ask(days, page, whom),
        parallel: () => (isUnasked || !questions.isListened() ? IN_THE_BACKGROUND : AT_ONCE),
        write: async (read) => {
          await before
          await leases.keep(all)
          months.changed()
          questions.changed(await store.replaceDays(account, read, progress.epoch))
        },
        onTotal: (total) => {
          if (total !== null && !questions.isTotalKnown(days)) questions.sayTotal({ ...days, total })
          questions.sendToAll()
        },
      })
      if (result.is === 'long') {
        progress.mostDays = result.days
        return
      }
      await before
      const { gaps, readAt, unread } = result
      if (result.lost !== null) questions.lose(result.lost)
      await leases.keep(all)
      const settled = { readAt, triedAt: now() }
      for (const whole of daysOutside(unread, days))
        await store.settle(account, whole, { ...settled, state: 'complete', gaps: [] }, progress.epoch)
      for (const [nth, part] of unread.entries()) {
        const missing = shareOf(result.missing, nth, unread.length)
        await store.settle(
          account,
          part,
          { ...settled, state: 'incomplete', gaps: [...gaps], missing },
          progress.epoch,
        )
      }
      onTrouble(null)
      questions.sendToAll()
    } finally {
      await requests.write()
    }
  }

  /** The total over several runs, which people see first. */
  const askTotal = async (missing: ReadonlySet<number>) => {
    const hull = { first: Math.min(...missing), last: Math.max(...missing) }
    if (questions.isTotalKnown(hull)) return
    const { page } = await ask(hull, 1, readers.forWhom(false, end))
    const total = page.pagination?.total_objects ?? null
    if (total !== null && total >= page.records.length) questions.sayTotal({ ...hull, total })
    questions.sendToAll()
  }

  return { readDays, askTotal }
}

export type DayReader = ReturnType<typeof createDayReader>
