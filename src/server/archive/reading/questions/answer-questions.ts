import type { AskAccountPage } from '#/server/archive/reading/fetching.ts'
import type { ReaderSessions } from '#/server/archive/reading/readers.ts'
import type { RequestCount } from '#/server/archive/reading/counted-requests.ts'
import { changedSince, eachDay, missingOf, newestRun } from '#/server/archive/reading/due.ts'
import type { Leases } from '#/server/archive/reading/leases.ts'
import type { DayReader, ReadingProgress } from '#/server/archive/reading/run/read-days.ts'
import { readNewContacts, daysToSync } from '#/server/archive/reading/incremental-sync.ts'
import { AccountForgotten } from '#/server/archive/store/account-numbers.ts'
import type { ArchiveStore, DayRecord, SegmentDays } from '#/server/archive/store/store.ts'
import { overlaps, type OpenQuestions } from './open-questions.ts'
import type { OpenQuestion } from './question.ts'

/** How often to check what another server has read while a request waits for it. */
const POLL_MS = 1_000

const missingFor = (question: OpenQuestion, own: readonly DayRecord[], now: number): ReadonlySet<number> => {
  if (question.isRetry) question.triesBefore ??= new Map(own.map(({ day, tries }) => [day, tries]))
  return missingOf(own, question.days, now, question.triesBefore)
}

/** Reads missing days, newest first, until no question is open. */
export const createQuestionAnswering = ({
  account,
  store,
  ask,
  wait,
  now,
  leases,
  requests,
  questions,
  readers,
  progress,
  reader: { readDays, askTotal },
  end,
}: {
  readonly account: string
  readonly store: ArchiveStore
  readonly ask: AskAccountPage
  readonly wait: (ms: number, signal: AbortSignal) => Promise<unknown>
  readonly now: () => number
  readonly leases: Leases
  readonly requests: RequestCount
  readonly questions: OpenQuestions
  readonly readers: ReaderSessions
  readonly progress: ReadingProgress
  readonly reader: DayReader
  readonly end: AbortSignal
}) => {
  const syncIncrementally = async (
    question: OpenQuestion,
    map: readonly DayRecord[],
  ): Promise<'none' | 'looked' | 'others'> => {
    const days = daysToSync(map, question.days, now())
    if (!days) return 'none'
    const all = eachDay(days)
    if ((await leases.hold(all)).size < all.length) return 'others'
    const changed = changedSince(map, await store.map(account, question.days))
    if (changed.length > 0) {
      questions.changed(changed)
      return 'looked'
    }
    const whom = readers.forWhom(false, end, all)
    try {
      questions.changed(
        await readNewContacts({
          store,
          account,
          epoch: progress.epoch,
          days,
          map,
          now,
          ask: (page) => ask(days, page, whom),
        }),
      )
    } finally {
      await requests.write()
      await leases.release()
    }
    return 'looked'
  }

  const waitForOthers = async (open: readonly OpenQuestion[]) => {
    for (const question of open) if (!question.isListened) questions.finish(question)
    if (questions.pending().length === 0) return
    if (readers.isEmpty()) throw readers.noneLeft()
    await wait(POLL_MS, end)
  }

  return async (): Promise<void> => {
    questions.begin()
    progress.mostDays = Infinity
    const answered = new Set<OpenQuestion>()
    let seen: readonly DayRecord[] | null = null
    const runs = createRuns()
    const epoch = await store.epoch(account)
    progress.epoch = epoch
    try {
      for (let open = questions.pending(); open.length > 0; open = questions.pending()) {
        end.throwIfAborted()
        for (const question of open) question.epoch ??= epoch
        const forgotten = open.filter((question) => question.epoch !== epoch)
        for (const question of forgotten) questions.fail(question, new AccountForgotten())
        if (forgotten.length > 0) continue
        const span = {
          first: Math.min(...open.map(({ days }) => days.first)),
          last: Math.max(...open.map(({ days }) => days.last)),
        }
        const map = await store.map(account, span)
        if (seen) questions.changed(changedSince(seen, map))
        seen = null
        const byQuestion = open.map((question) => {
          const own = map.filter(({ day }) => overlaps(question, day))
          return { question, own, missing: missingFor(question, own, now()) }
        })
        const missing = new Set(byQuestion.flatMap((one) => [...one.missing]))
        const inHand = runs.inHand()
        if (inHand.size > 0 && byQuestion.some((one) => one.missing.size === 0)) {
          await runs.ended()
          continue
        }
        let hasSynced = false
        let isForOthers = false
        for (const { question, own, missing: ofQuestion } of byQuestion) {
          if (ofQuestion.size > 0 || hasSynced) continue
          const sync = answered.has(question) ? 'none' : await syncIncrementally(question, own)
          hasSynced = sync === 'looked'
          if (sync === 'others') isForOthers = true
          else answered.add(question)
          if (sync === 'none') questions.finish(question)
        }
        if (hasSynced) continue
        const leased = await leases.hold([...missing, ...inHand])
        const mine = new Set([...leased].filter((day) => !inHand.has(day)))
        const run = newestRun(mine)
        if (!run) {
          if (inHand.size > 0) await runs.ended()
          else {
            seen = map
            if (missing.size > 0 || isForOthers) await waitForOthers(open)
          }
          continue
        }
        if (changedSince(map, await store.map(account, span)).some((day) => mine.has(day))) {
          seen = map
          continue
        }
        const isInRuns = run.last - run.first + 1 < missing.size && progress.mostDays === Infinity
        // In parallel to the first page; for display only.
        const total = isInRuns && mine.size === missing.size ? askTotal(missing) : Promise.resolve()
        total.catch(() => undefined)
        const days = { first: Math.max(run.first, run.last - progress.mostDays + 1), last: run.last }
        const ofRun = map.filter(({ day }) => day >= days.first && day <= days.last)
        await runs.begin(days, (before, onNearEnd) =>
          readDays(days, ofRun, false, end, { before, onNearEnd }),
        )
        await total
      }
    } finally {
      // Whatever ended it, nothing of it may run beside the next one.
      await runs.ended().catch(() => undefined)
    }
  }
}

/** Consecutive runs of days: the next begins while the last pages of the one before are loading and being written. */
const createRuns = () => {
  let ending: { readonly days: readonly number[]; readonly run: Promise<void> } | null = null

  return {
    inHand: (): ReadonlySet<number> => new Set(ending?.days),
    /**
     * Resolves when the next run may begin.
     * @throws the run's errors
     * @param read receives the end of the previous run, and a callback for "few pages left"
     */
    begin: async (
      days: SegmentDays,
      read: (before: Promise<void>, onNearEnd: () => void) => Promise<void>,
    ): Promise<void> => {
      const before = ending?.run ?? Promise.resolve()
      const nearEnd = Promise.withResolvers<void>()
      const own = read(before, nearEnd.resolve)
      const bothEnded = async () => {
        for (const one of await Promise.allSettled([before, own]))
          if (one.status === 'rejected') throw one.reason
      }
      const run = bothEnded()
      run.catch(() => undefined)
      ending = { days: eachDay(days), run }
      await Promise.race([own, nearEnd.promise])
      await before
    },
    ended: async (): Promise<void> => {
      const run = ending?.run
      await run
      ending = null
    },
  }
}
