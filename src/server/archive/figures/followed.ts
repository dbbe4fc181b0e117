import type { Reader } from '#/server/archive/reading/fetching.ts'
import type { AccountReading, BeginReading } from '#/server/archive/reading/account-reading.ts'
import { tell, type OpenQuestion } from '#/server/archive/reading/questions/question.ts'
import type { SegmentDays } from '#/server/archive/store/store.ts'

/** Without a request for so long a page counts as closed, and reading continues with fewer requests in parallel. */
const LEFT_MS = 10_000
/** How long a finished reading's result is kept after the last request. */
const REMEMBERED_MS = 10 * 60_000
const SWEEP_MS = 5_000

export interface FollowedDays {
  readonly days: SegmentDays
  readonly comparedDays: SegmentDays | null
}

export interface FollowedReading extends FollowedDays {
  readonly reading: AccountReading
  readonly current: OpenQuestion
  /** Null: no comparison, or its turn has not come. */
  compared: OpenQuestion | null
  begun: Promise<void>
  isStopped: boolean
  requestedAt: number
}

const isPermanentFailure = async (reading: AccountReading, question: OpenQuestion) =>
  question.is === 'failed' &&
  (question.error?.status === 401 ||
    question.error?.status === 403 ||
    (await reading.state(question)).loaded === 0)

export const isOver = ({ current, compared, comparedDays, isStopped }: FollowedReading): boolean =>
  isStopped ||
  (current.is !== 'reading' &&
    (comparedDays === null || current.is === 'failed' || (compared !== null && compared.is !== 'reading')))

/** Readings that pages wait for; all questions of a page share one. */
export const createFollowedReadings = (
  ask: BeginReading,
  { monotonic, onDefect }: { readonly monotonic: () => number; readonly onDefect: (error: unknown) => void },
) => {
  let isClosed = false
  const followed = new Map<string, FollowedReading>()
  let sweeper: NodeJS.Timeout | null = null

  const keyOf = ({ session, client }: Reader, { days, comparedDays }: FollowedDays) =>
    JSON.stringify([session.idHash, client, days, comparedDays])

  const leave = ({ reading, current, compared }: FollowedReading) => {
    for (const question of [current, compared]) {
      if (question === null || question.is !== 'reading') continue
      reading.leave(question)
      tell(question)
    }
  }

  const sweep = () => {
    for (const [key, one] of followed) {
      const unasked = monotonic() - one.requestedAt
      if (unasked > LEFT_MS && !isOver(one)) {
        leave(one)
        followed.delete(key)
      } else if (unasked > REMEMBERED_MS) followed.delete(key)
    }
    if (followed.size === 0 && sweeper !== null) {
      clearInterval(sweeper)
      sweeper = null
    }
  }

  const begin = (reader: Reader, requested: FollowedDays, isRetry: boolean): FollowedReading => {
    const key = keyOf(reader, requested)
    const before = followed.get(key)
    if (before) leave(before)
    const { reading, question } = ask(reader, requested.days, isRetry)
    const one: FollowedReading = {
      ...requested,
      reading,
      current: question,
      compared: null,
      begun: Promise.resolve(),
      isStopped: false,
      requestedAt: monotonic(),
    }
    followed.set(key, one)
    sweeper ??= setInterval(sweep, SWEEP_MS).unref()
    const { comparedDays } = requested
    const goOn = async () => {
      while (question.is === 'reading') await question.news.promise
      const isLeft = () => isClosed || followed.get(key) !== one || one.isStopped
      if (comparedDays === null || isLeft() || (await isPermanentFailure(reading, question)) || isLeft())
        return
      one.compared = ask(reader, comparedDays, isRetry).question
    }
    one.begun = goOn().catch(onDefect)
    return one
  }

  return {
    /**
     * Looks for new contacts, or joins a running reading.
     * @param isRetry retries recent failures at once
     */
    begin,

    join: (reader: Reader, requested: FollowedDays): FollowedReading => {
      const one = followed.get(keyOf(reader, requested))
      if (one === undefined) return begin(reader, requested, false)
      one.requestedAt = monotonic()
      one.reading.renew(reader)
      return one
    },

    stop: (reader: Reader, requested: FollowedDays): FollowedReading => {
      const one = followed.get(keyOf(reader, requested)) ?? begin(reader, requested, false)
      leave(one)
      one.isStopped = !isOver(one)
      return one
    },

    /** Resolves on progress or after `ms`. */
    wait: async (one: FollowedReading, ms: number, signal: AbortSignal): Promise<void> => {
      if (isOver(one)) return
      const news = one.compared?.news.promise ?? Promise.race([one.current.news.promise, one.begun])
      const timeout = AbortSignal.any([signal, AbortSignal.timeout(ms)])
      await Promise.race([
        news,
        new Promise<void>((resolve) => timeout.addEventListener('abort', () => resolve(), { once: true })),
      ])
    },

    close: () => {
      isClosed = true
      if (sweeper !== null) clearInterval(sweeper)
    },
  }
}
