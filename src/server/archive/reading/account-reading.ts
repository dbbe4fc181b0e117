import { randomUUID } from 'node:crypto'
import { errorEntry, type Log } from '#/server/log.ts'
import { troubleOf, type Trouble } from '#/server/database/database.ts'
import { Failure } from '#/server/http/failure.ts'
import { createReaders } from './readers.ts'
import { NoReaderLeft, type Reader, type AskAccountPage } from './fetching.ts'
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
import type { ArchiveStore, SegmentDays, DayRecord } from '#/server/archive/store/store.ts'
import { dayNumber, dayText, monthStart } from '#/contract/day.ts'
import { firstOpenDay, lastBegunDay } from './clock.ts'

export interface ReadingDeps {
  readonly store: ArchiveStore
  readonly count: ArchiveCounter['count']
  readonly ask: AskAccountPage
  readonly log: Log
  readonly now: () => number
  readonly dailyRequests: number
  readonly retentionDays: number
  readonly holder: string
  readonly wait: (ms: number, signal: AbortSignal) => Promise<unknown>
  readonly onTrouble: (trouble: Trouble | null) => void
}

/** Interrupts background work: a foreground request has come, or reading stops. */
class Enough extends Error {
  override readonly name = 'Enough'
}

/** Days after its end when a month is joined: few of its days are read again by then. */
const CLOSED_AFTER_DAYS = 3

const monthsToJoin = (
  map: readonly DayRecord[],
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

const createJoiner = (
  store: Pick<ArchiveStore, 'joinSegments' | 'map' | 'segmentDays'>,
  account: string,
  {
    now,
    retentionDays,
    isEnough,
  }: { readonly now: () => number; readonly retentionDays: number; readonly isEnough: () => boolean },
) => {
  let isDue = true
  return {
    changed: () => {
      isDue = true
    },
    join: async (): Promise<void> => {
      if (!isDue) return
      const days = { first: lastBegunDay(now()) - retentionDays, last: firstOpenDay(now()) }
      const segments = await store.segmentDays(account, days)
      for (const month of monthsToJoin(await store.map(account, days), segments, now())) {
        if (isEnough()) return
        await store.joinSegments(account, month)
      }
      isDue = false
    },
  }
}

/** Reads one account, one run at a time, whoever requests it. */
export const createAccountReading = (account: string, deps: ReadingDeps) => {
  const { store, log, now, dailyRequests, retentionDays, onTrouble } = deps
  const end = new AbortController()
  const progress: ReadingProgress = { epoch: 0, mostDays: Infinity }
  const leases = createLeases(store, account, deps.holder, now)
  const requests = countRequestsOf(store, account, now)
  const questions = createOpenQuestions(now)
  const readers = createReaders(questions, leases, requests)
  const months = createJoiner(store, account, {
    now,
    retentionDays,
    isEnough: () => questions.pending().length > 0,
  })
  const parts = {
    ...deps,
    account,
    leases,
    requests,
    months,
    questions,
    readers,
    progress,
    end: end.signal,
  }
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
    retentionDays,
    dailyRequests,
    leases,
    ask: deps.ask,
    forWhom: (signal) => readers.forWhom(true, signal),
    reader: readers.last,
    unasked: requests.unasked,
    spent: requests.write,
    readDays: (days, map, signal) => reader.readDays(days, map, true, signal),
  })

  /** Looks for late changes while the account has a session and no request waits; not with an in-memory store. */
  const tidy = async () => {
    if (store.kind === 'memory') return
    if (questions.pending().length > 0 || readers.isEmpty()) return
    background = new AbortController()
    await lookForChanges(AbortSignal.any([end.signal, background.signal]))
  }

  /** Reads stored callers anew once the objects' countries are known, a segment at a time, while no request waits. */
  const readFormerCallers = async () => {
    while (questions.pending().length === 0 && !end.signal.aborted)
      if ((await store.readFormerCallers(account)) === null) return
  }

  const failAll = (error: unknown) => {
    const trouble = troubleOf(error)
    if (trouble !== null) onTrouble(trouble)
    else if (!(error instanceof Failure || error instanceof NoReaderLeft || end.signal.aborted))
      log(errorEntry(error, null))
    for (const question of questions.pending()) questions.fail(question, error)
  }

  const onDefect = (error: unknown) => {
    const isOver = [AccountForgotten, Enough, LeaseLost, NoReaderLeft, Failure].some(
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
        const goesOn =
          error instanceof LeaseLost ||
          error instanceof AccountForgotten ||
          (error instanceof NoReaderLeft && !readers.isEmpty())
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
    readers.clear()
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
     * Begins to read missing days, or joins a running reading.
     * @param isRetry retries recent failures at once
     */
    ask: (reader: Reader, days: SegmentDays, isRetry = false): OpenQuestion => {
      readers.add(reader)
      const question = questions.add(days, isRetry)
      background?.abort(new Enough())
      start()
      return question
    },
    renew: (reader: Reader): void => {
      if (loop !== null) readers.add(reader)
    },
    leave: (question: OpenQuestion) => {
      question.isListened = false
    },
    /** @param map of the question's days */
    stateOf: questions.state,
    state: async (question: OpenQuestion) =>
      questions.state(await store.map(account, question.days), question),
    drop: readers.drop,
    isIdle: () => loop === null,
    settled: async () => loop,
    stop: async () => {
      end.abort(new Enough())
      failAll(new Enough())
      await loop
    },
  }
}

export type AccountReading = ReturnType<typeof createAccountReading>

export interface BegunReading {
  readonly account: string
  readonly reading: AccountReading
  readonly question: OpenQuestion
}
/** @param isRetry retries recent failures at once */
export type BeginReading = (reader: Reader, days: SegmentDays, isRetry?: boolean) => BegunReading

/** Idle readings are kept too: they know when they last looked for changes. */
const REMEMBERED_MAX = 1_000

/** Readings by account. */
export const createReadings = (begin: (account: string, holder: string) => AccountReading) => {
  const holder = randomUUID()
  const readings = new Map<string, AccountReading>()

  return {
    of: (account: string): AccountReading => {
      const reading = readings.get(account) ?? begin(account, holder)
      // The most recent is last.
      readings.delete(account)
      readings.set(account, reading)
      for (const [name, one] of readings) {
        if (readings.size <= REMEMBERED_MAX) break
        if (name !== account && one.isIdle()) readings.delete(name)
      }
      return reading
    },
    isReading: (account: string): boolean => readings.get(account)?.isIdle() === false,
    count: (): number => [...readings.values()].filter((reading) => !reading.isIdle()).length,
    /** @param account null: all accounts */
    drop: (idHash: string, account: string | null, why: Failure): void => {
      for (const [name, reading] of readings)
        if (account === null || name === account) reading.drop(idHash, why)
    },
    stop: async (isStopped: (account: string) => boolean): Promise<void> => {
      const stopped = [...readings].filter(([account]) => isStopped(account))
      for (const [account] of stopped) readings.delete(account)
      await Promise.all(stopped.map(([, reading]) => reading.stop()))
    },
    settled: async (): Promise<void> => {
      for (const reading of readings.values()) await reading.settled()
    },
  }
}

export type Readings = ReturnType<typeof createReadings>
