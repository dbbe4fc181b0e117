import { setTimeout as pause } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { errorEntry, type Log } from '#/server/log.ts'
import { troubleOf, type Trouble } from '#/server/database/database.ts'
import type { ArchiveCounter } from './counting/counting.ts'
import { createFiguresCounter, type FiguresCounter } from './figures/in-turn.ts'
import { createFollowedReadings } from './figures/followed.ts'
import { createListReadings } from './lists/list-readings.ts'
import { createPageRequests, type Reader, type SendOptions } from './reading/fetching.ts'
import { AccountForgotten } from './store/account-numbers.ts'
import { archiveAccount } from '#/server/session/names.ts'
import { lastBegunDay, utcDay } from './reading/clock.ts'
import { createObjectsSeen } from './objects-seen.ts'
import { createConcurrencyLimits } from './reading/concurrency-limits.ts'
import {
  createAccountReading,
  createReadings,
  type BeginReading,
  type Readings,
} from './reading/account-reading.ts'
import { createClientsReading } from './reading/clients-reading.ts'
import { joinDrift, type ArchiveDrift } from '#/contract/archive/drift.ts'
import { dayNumber, MINUTE_MS } from '#/contract/day.ts'
import { failure, type Failure } from '#/server/http/failure.ts'
import type { ArchiveStore, SegmentDays } from './store/store.ts'
import { checkAnswer } from '#/contract/check/check-answer.ts'
import { endpoints } from '#/contract/endpoints.ts'

export interface ArchiveOptions {
  readonly store: ArchiveStore
  readonly counting: ArchiveCounter
  /** A thread of its own: a question about millions of contacts would block every list. */
  readonly figuresCounting: ArchiveCounter
  readonly log: Log
  readonly now: () => number
  readonly monotonic: () => number
  readonly retentionDays: number
  readonly dailyRequests: number
}

const MAX_REQUESTED_DAYS = 3_660
const DRIFT_DAYS = 7

interface DayQuery {
  readonly date_from: string
  readonly date_to: string
}

const storedDaysBy = (now: () => number, retentionDays: number) => {
  const oldestDay = () => lastBegunDay(now()) - retentionDays

  const checkDays = (days: SegmentDays): SegmentDays => {
    if (days.first > days.last || days.last - days.first >= retentionDays || days.first < oldestDay())
      throw failure('invalid_request')
    return days
  }

  return {
    oldestDay,

    /**
     * Days of a page's question; days before the retention limit are read, and stored while in use.
     * @throws as {@link checkDays}
     */
    requestedDays: (days: SegmentDays): SegmentDays => {
      if (days.first > days.last || days.last - days.first >= MAX_REQUESTED_DAYS)
        throw failure('invalid_request')
      return days
    },

    checkDays,

    daysOf: ({ date_from, date_to }: DayQuery): SegmentDays =>
      checkDays({ first: dayNumber(date_from), last: dayNumber(date_to) }),

    /**
     * The stored ones of these days.
     * @throws Failure `invalid_request` where none is stored, or they end before they begin
     */
    storedDaysOf: ({ date_from, date_to }: DayQuery): SegmentDays => {
      const first = Math.max(dayNumber(date_from), oldestDay())
      const last = Math.min(dayNumber(date_to), first + retentionDays)
      if (date_from > date_to || first > last) throw failure('invalid_request')
      return { first, last }
    },
  }
}

/**
 * Background maintenance of the stored texts.
 * @param end aborts all of it
 */
const createTextMaintenance = (
  store: Pick<ArchiveStore, 'indexSome' | 'tidyTexts'>,
  log: Log,
  end: AbortSignal,
) => {
  let indexing: Promise<void> = Promise.resolve()
  const indexAll = async () => {
    let days = 0
    for (let indexed; !end.aborted && (indexed = await store.indexSome(end)) > 0; days += indexed)
      if (days === 0) log({ event: 'archive-texts', state: 'indexing' })
    if (days > 0 && !end.aborted) log({ event: 'archive-texts', state: 'indexed', days })
  }

  let tidying: Promise<void> = Promise.resolve()
  /** Errors are ignored: the next daily removal tries again. */
  const tidyTexts = () => {
    tidying = tidying
      .then(() => (end.aborted ? undefined : store.tidyTexts(end)))
      .catch((error: unknown) => {
        if (!end.aborted && troubleOf(error) === null) log(errorEntry(error, null))
      })
  }

  return {
    /**
     * Indexes texts stored by earlier versions.
     * @throws the store's errors
     */
    index: async (): Promise<void> => {
      indexing = indexAll()
      await indexing
    },
    tidy: tidyTexts,
    tidied: () => tidying,
    ended: () => Promise.all([indexing.catch(() => undefined), tidying]),
  }
}

type TextMaintenance = ReturnType<typeof createTextMaintenance>

const createForgetting = ({
  store,
  readings,
  figures,
  texts,
  onDefect,
}: {
  readonly store: ArchiveStore
  readonly readings: Readings
  readonly figures: FiguresCounter
  readonly texts: TextMaintenance
  readonly onDefect: (error: unknown) => void
}) => ({
  forget: async (principal: string, client: string | null): Promise<void> => {
    const own = archiveAccount(principal, client)
    await readings.stop((account) => account === own || (client === null && account.startsWith(`${own} `)))
    const forgotten = client === null ? await store.accounts(principal) : [client]
    await store.forget(principal, client, client === null)
    texts.tidy()
    const accounts = [own, ...forgotten.map((one) => archiveAccount(principal, one))]
    // The memory of a dead thread is gone anyway.
    await figures.forget(accounts).catch(onDefect)
  },

  /** Removes unused accounts' contacts from memory; those on disk stay. */
  release: async (isNeeded: (account: string) => boolean): Promise<void> => {
    if (store.kind === 'disk') return
    const released = (await store.storedAccounts()).filter((account) => !isNeeded(account))
    if (released.length === 0) return
    await readings.stop((account) => released.includes(account))
    for (const account of released) await store.forget(account, null, false)
    await figures.forget(released).catch(onDefect)
  },
})

const createUnawaited = () => {
  const running = new Set<Promise<unknown>>()
  return {
    track: <T>(work: Promise<T>): Promise<T> => {
      const one = Promise.allSettled([work]).finally(() => running.delete(one))
      running.add(one)
      return work
    },
    ended: async (): Promise<void> => {
      while (running.size > 0) await Promise.all(running)
    },
  }
}

/** Per account, one answer and one with an unreadable record in this time: formats do not differ from page to page. */
const EVERY_MS = 10 * MINUTE_MS
const MOST_ACCOUNTS = 2_000

/** Differences between one answer and the API document; must run before the server removes fields. */
const driftOf = (answer: unknown): ArchiveDrift => ({
  answers: 1,
  differences: checkAnswer(endpoints.all_calls, answer).differences.flatMap(
    ({ kind, path, expected, seen, section, listed }) =>
      kind === 'hidden'
        ? []
        : [{ kind, path, expected: [...expected], seen: [...seen], section, listed, answers: 1 }],
  ),
})

const createDriftWatch = (store: Pick<ArchiveStore, 'epoch' | 'noteDrift'>, now: () => number) => {
  const checkedAt = new LRUCache<string, number>({ max: MOST_ACCOUNTS })
  return async (account: string, answer: unknown, hasUnreadable: boolean): Promise<void> => {
    const key = JSON.stringify([account, hasUnreadable])
    const last = checkedAt.get(key)
    if (last !== undefined && Math.abs(now() - last) < EVERY_MS) return
    checkedAt.set(key, now())
    const found = driftOf(answer)
    try {
      await store.noteDrift(account, utcDay(now()), found, await store.epoch(account))
    } catch (error) {
      if (!(error instanceof AccountForgotten)) throw error
    }
  }
}

export const createArchive = (
  { store, counting, figuresCounting, log, now, monotonic, retentionDays, dailyRequests }: ArchiveOptions,
  sendOptions: Pick<SendOptions, 'calls' | 'isOpen' | 'wait'>,
) => {
  let trouble: Trouble | null = null
  const end = new AbortController()
  const texts = createTextMaintenance(store, log, end.signal)
  const onTrouble = (found: Trouble | null) => {
    if (found !== trouble) log({ event: 'archive', state: found ?? 'ok' })
    trouble = found
  }

  const onDefect = (error: unknown) => {
    if (end.signal.aborted) return
    const found = troubleOf(error)
    if (found === null) log(errorEntry(error, null))
    else onTrouble(found)
  }

  const figures = createFiguresCounter(figuresCounting, store)
  const unawaited = createUnawaited()
  const watchDrift = createDriftWatch(store, now)
  const ask = createPageRequests({
    ...sendOptions,
    now,
    concurrencyLimits: createConcurrencyLimits(),
    onAnswer: ({ session, client }, answer, hasUnreadable) => {
      const account = archiveAccount(session.account, client)
      void unawaited.track(watchDrift(account, answer, hasUnreadable).catch(onDefect))
    },
  })

  const dayLimits = storedDaysBy(now, retentionDays)
  const objectsSeen = createObjectsSeen(store, now)
  let objectsStored: Promise<unknown> = Promise.resolve()

  const readings = createReadings((account, holder) => {
    // The server is stopping while an answer is still being made.
    if (end.signal.aborted) throw failure('archive_unavailable')
    return createAccountReading(account, {
      store,
      count: counting.count,
      ask,
      log,
      now,
      retentionDays,
      dailyRequests,
      holder,
      wait: (ms, signal) => pause(ms, undefined, { signal, ref: false }),
      onTrouble,
    })
  })

  const askDays: BeginReading = (reader, days, isRetry = false) => {
    const account = archiveAccount(reader.session.account, reader.client)
    const reading = readings.of(account)
    return { account, reading, question: reading.ask(reader, days, isRetry) }
  }
  const followed = createFollowedReadings(askDays, { monotonic, onDefect })
  const clients = createClientsReading(askDays, now, unawaited.track)

  return {
    store,
    count: counting.count,
    figures: figures.ask,
    followed,
    retentionDays,
    kind: store.kind,
    trouble: (): Trouble | null => trouble,
    onTrouble,

    summary: (principal: string) => store.summary(principal, utcDay(now())),

    now,

    /** Differences from the API document, of the last two days with a check. */
    drift: async (principal: string, client: string | null): Promise<ArchiveDrift> => {
      const today = utcDay(now())
      const days = { first: today - DRIFT_DAYS, last: today }
      return joinDrift((await store.drift(archiveAccount(principal, client), days)).slice(-2))
    },

    /** The principal's accounts with stored contacts: clients by name, null is its own. */
    accounts: store.accounts,

    isReading: (account: string): boolean => readings.isReading(account),

    readings: readings.count,

    /**
     * Stores an account's list of objects, or a page of it.
     * @param answer without secrets
     */
    seeObjects: (
      { account }: Reader['session'],
      client: string | null,
      query: Readonly<Record<string, string>> | undefined,
      answer: unknown,
    ): void => {
      const seen = objectsSeen(archiveAccount(account, client), query, answer).catch(onDefect)
      objectsStored = Promise.all([objectsStored, unawaited.track(seen)])
    },

    objectsStored: async (): Promise<void> => void (await objectsStored),

    ...dayLimits,

    ask: askDays,

    lists: createListReadings(askDays, now),

    clients,

    /**
     * Ends a session's access.
     * @param account null: all accounts
     */
    drop: (idHash: string, account: string | null, why: Failure): void => {
      readings.drop(idHash, account, why)
      if (account === null) clients.drop(idHash)
    },

    ...createForgetting({ store, readings, figures, texts, onDefect }),

    /** Removes days past retention and upgrades what earlier versions stored. */
    purge: async (): Promise<void> => {
      if (await store.purge(dayLimits.oldestDay())) texts.tidy()
      await texts.index()
      while (!end.signal.aborted && (await store.readFormerCallers(null)) !== null);
    },

    settled: async (): Promise<void> => {
      await texts.tidied()
      await readings.settled()
    },

    stop: async (): Promise<void> => {
      end.abort()
      followed.close()
      clients.stop()
      await Promise.race([
        Promise.all([readings.stop(() => true), texts.ended(), unawaited.ended()]),
        pause(2_000, undefined, { ref: false }),
      ])
      await Promise.all([counting.close(), figures.close()])
    },
  }
}

export type Archive = ReturnType<typeof createArchive>
