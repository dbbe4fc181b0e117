import { errorEntry, type Log } from '#/server/log.ts'
import { troubleOf, type Trouble } from '#/server/database/database.ts'
import { Failure } from '#/server/http/failure.ts'
import { createAskers } from './readers.ts'
import { NoAskerLeft, type Asker, type AskAccountPage } from './fetching.ts'
import { createBackground } from './background.ts'
import { countRequestsOf } from './counted-requests.ts'
import { PATIENCE_MS } from './due.ts'
import { createLeases, LeaseLost } from './leases.ts'
import { createQuestionAnswering } from './questions/answer-questions.ts'
import { createOpenQuestions } from './questions/open-questions.ts'
import type { OpenQuestion } from './questions/question.ts'
import { createDayReader, type ReadingProgress } from './run/read-days.ts'
import type { ArchiveCounter } from '#/server/archive/counting/counting.ts'
import { AccountForgotten } from '#/server/archive/store/account-numbers.ts'
import type { ArchiveStore, SegmentDays, HeldDay } from '#/server/archive/store/store.ts'
import { dayNumber, dayText, monthStart } from '#/contract/day.ts'
import { firstOpenDay, lastBegunDay } from './clock.ts'

export interface ReadingDeps {
  readonly store: ArchiveStore
  readonly count: ArchiveCounter['count']
  readonly ask: AskAccountPage
  readonly log: Log
  readonly now: () => number
  /** Background requests a day. */
  readonly dailyRequests: number
  /** Days that are kept. */
  readonly daysKept: number
  /** Which server this is, among those that read for this archive. */
  readonly holder: string
  /** Resolves after so long. */
  readonly look: (ms: number, signal: AbortSignal) => Promise<unknown>
  /** Whether the store works. */
  readonly onTrouble: (trouble: Trouble | null) => void
}

/** Interrupted: a foreground request has come, or reading is stopped. */
class Enough extends Error {
  override readonly name = 'Enough'
}

/** A month is closed so many days after its end: by then few of its days are read again. */
const CLOSED_AFTER_DAYS = 3

/** Months that are held whole, have ended and are in several pieces: one segment is enough for each. */
const monthsToJoin = (
  map: readonly HeldDay[],
  segments: readonly SegmentDays[],
  now: number,
): SegmentDays[] => {
  const whole = new Set(map.filter(({ state }) => state === 'complete').map(({ day }) => day))
  const firsts = new Set(map.map(({ day }) => dayNumber(monthStart(dayText(day)))))
  return [...firsts].flatMap((first) => {
    const last = dayNumber(monthStart(dayText(first), 1)) - 1
    if (last + CLOSED_AFTER_DAYS >= firstOpenDay(now)) return []
    for (let day = first; day <= last; day++) if (!whole.has(day)) return []
    const pieces = segments.filter((one) => one.first >= first && one.last <= last)
    return pieces.length > 1 ? [{ first, last }] : []
  })
}

/** Joins the months of an account, as far as there may be something to join. */
const createJoiner = (
  store: Pick<ArchiveStore, 'joinSegments' | 'map' | 'segmentDays'>,
  account: string,
  {
    now,
    daysKept,
    isEnough,
  }: { readonly now: () => number; readonly daysKept: number; readonly isEnough: () => boolean },
) => {
  /** What earlier readings left unfinished is not known. */
  let isDue = true
  return {
    /** Days were written, or time has gone by. */
    changed: () => {
      isDue = true
    },
    join: async (): Promise<void> => {
      if (!isDue) return
      const days = { first: lastBegunDay(now()) - daysKept, last: firstOpenDay(now()) }
      const segments = await store.segmentDays(account, days)
      for (const month of monthsToJoin(await store.map(account, days), segments, now())) {
        if (isEnough()) return
        await store.joinSegments(account, month)
      }
      isDue = false
    },
  }
}

/** Reads for one account: one run after the other, whoever asks for it. */
export const createAccountReading = (account: string, deps: ReadingDeps) => {
  const { store, log, now, dailyRequests, daysKept, onTrouble } = deps
  const end = new AbortController()
  const progress: ReadingProgress = { epoch: 0, mostDays: Infinity }
  const leases = createLeases(store, account, deps.holder, now)
  const requests = countRequestsOf(store, account, now)
  const questions = createOpenQuestions(now)
  const askers = createAskers(questions, leases, requests)
  const months = createJoiner(store, account, {
    now,
    daysKept,
    isEnough: () => questions.pending().length > 0,
  })
  const parts = { ...deps, account, leases, requests, months, questions, askers, progress, end: end.signal }
  const reader = createDayReader(parts)
  const answerQuestions = createQuestionAnswering({ ...parts, reader })
  let background: AbortController | null = null
  let loop: Promise<void> | null = null
  let cleaned = -Infinity

  const lookForChanges = createBackground({
    store,
    count: deps.count,
    account,
    epoch: () => progress.epoch,
    now,
    daysKept,
    dailyRequests,
    leases,
    ask: deps.ask,
    forWhom: (signal) => askers.forWhom(true, signal),
    asker: askers.last,
    unasked: requests.unasked,
    spent: requests.write,
    readDays: (days, map, signal) => reader.readDays(days, map, true, signal),
  })

  /** Late changes: read while the account has a session and no request waits; of what is in memory they are not looked for. */
  const tidy = async () => {
    if (store.kind === 'memory') return
    if (questions.pending().length > 0 || askers.isEmpty()) return
    background = new AbortController()
    await lookForChanges(AbortSignal.any([end.signal, background.signal]))
  }

  /** What an earlier version has kept, now that it is known where objects are: a segment after the other, while nobody waits. */
  const readFormerCallers = async () => {
    while (questions.pending().length === 0 && !end.signal.aborted)
      if ((await store.readFormerCallers(account)) === null) return
  }

  const failAll = (error: unknown) => {
    const trouble = troubleOf(error)
    if (trouble !== null) onTrouble(trouble)
    else if (!(error instanceof Failure || error instanceof NoAskerLeft || end.signal.aborted))
      log(errorEntry(error, null))
    for (const question of questions.pending()) questions.fail(question, error)
  }

  /** Of background work, whose failures no request hears of. */
  const onDefect = (error: unknown) => {
    const isOver = [AccountForgotten, Enough, LeaseLost, NoAskerLeft, Failure].some(
      (kind) => error instanceof kind,
    )
    if (isOver || end.signal.aborted) return
    const trouble = troubleOf(error)
    if (trouble !== null) onTrouble(trouble)
    else log(errorEntry(error, null))
  }

  const goOn = async () => {
    while (questions.pending().length > 0 && !end.signal.aborted) {
      await answerQuestions().catch((error: unknown) => {
        // A foreground request has come meanwhile, or another server reads it.
        const goesOn =
          error instanceof LeaseLost ||
          error instanceof AccountForgotten ||
          (error instanceof NoAskerLeft && !askers.isEmpty())
        if (!goesOn) failAll(error)
      })
      if (end.signal.aborted) break
      await readFormerCallers().catch(onDefect)
      await months.join().catch(onDefect)
      if (Math.abs(now() - cleaned) < PATIENCE_MS) continue
      cleaned = now()
      months.changed()
      await tidy()
        .then(months.join)
        .catch((error: unknown) => {
          if (!background?.signal.aborted) onDefect(error)
        })
    }
    askers.clear()
    await leases.release().catch(onDefect)
  }

  const start = () => {
    loop ??= goOn().finally(() => {
      loop = null
      if (questions.pending().length > 0 && !end.signal.aborted) start()
    })
  }

  return {
    /**
     * Begins to read what is missing of some days, or joins who reads it already.
     * @param isRetry what could not be read not long ago is tried again at once
     */
    ask: (asker: Asker, days: SegmentDays, isRetry = false): OpenQuestion => {
      askers.add(asker)
      const question = questions.add(days, isRetry)
      background?.abort(new Enough())
      start()
      return question
    },
    /** Goes on with the session as it is now, if anything is being read. */
    renew: (asker: Asker): void => {
      if (loop !== null) askers.add(asker)
    },
    /** The listener has gone; a reading that was begun goes on. */
    leave: (question: OpenQuestion) => {
      question.isListened = false
    },
    state: async (question: OpenQuestion) =>
      questions.state(await store.map(account, question.days), question),
    /** A session that ended, or may not read this account any more. */
    drop: askers.drop,
    isIdle: () => loop === null,
    /** Resolves when nothing is read any more. */
    settled: async () => loop,
    stop: async () => {
      end.abort(new Enough())
      failAll(new Enough())
      await loop
    },
  }
}

export type AccountReading = ReturnType<typeof createAccountReading>
