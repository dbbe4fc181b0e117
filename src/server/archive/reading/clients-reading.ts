import { MINUTE_MS } from '#/contract/day.ts'
import { Failure } from '#/server/http/failure.ts'
import type { SegmentDays } from '#/server/archive/store/store.ts'
import type { AccountReading } from './account-reading.ts'
import type { Asker } from './fetching.ts'
import { tell, type OpenQuestion } from './questions/question.ts'

/** Clients of one session that are read at a time: its requests have six places. */
const AT_ONCE = 3
/** What was read, or could not be, is not begun again by itself for so long. */
const AGAIN_MS = MINUTE_MS

/** What is to be read of one client. */
export interface WantedClient {
  /** For what. */
  readonly name: 'figures' | 'objects'
  readonly asker: Asker & { readonly client: string }
  readonly stretches: readonly SegmentDays[]
  /** Begun whatever was read a moment ago; what could not be read is tried again at once. */
  readonly isRetry: boolean
  /** Reads what belongs to it besides. */
  readonly readMore?: () => Promise<unknown>
}

export interface ClientProgress {
  readonly isReading: boolean
  /** What has kept it from being read; null: nothing has. */
  readonly error: ReadingError | null
}

interface ReadingError {
  readonly status: number
  readonly code: string
}
const UNKNOWN: ReadingError = { status: 500, code: 'unknown_error' }

interface Ended {
  readonly at: number
  readonly error: ReadingError | null
}

interface OfSession {
  running: number
  readonly waiting: Map<string, WantedClient>
  readonly reading: Set<string>
  readonly ended: Map<string, Ended>
}

type Ask = (
  asker: Asker,
  days: SegmentDays,
  isRetry: boolean,
) => { readonly reading: AccountReading; readonly question: OpenQuestion }

const keyOf = ({ name, asker, stretches }: Pick<WantedClient, 'name' | 'asker' | 'stretches'>) =>
  `${name} ${asker.client} ${stretches.map(({ first, last }) => `${first}-${last}`).join(' ')}`

/**
 * Reads days of many clients of a session, a few clients at a time, in the order in which they are wanted.
 * @param follow is told of what is read without anybody waiting for it
 */
export const createClientsReading = (
  ask: Ask,
  now: () => number,
  follow: (work: Promise<void>) => unknown,
) => {
  const sessions = new Map<string, OfSession>()
  let isStopped = false

  const read = async ({
    asker,
    stretches,
    isRetry,
    readMore,
  }: WantedClient): Promise<ReadingError | null> => {
    await readMore?.()
    for (const days of stretches) {
      const { reading, question } = ask(asker, days, isRetry)
      try {
        while (question.is === 'reading') await question.news.promise
      } finally {
        reading.leave(question)
        tell(question)
      }
      if (question.is === 'failed') return question.error ?? UNKNOWN
    }
    return null
  }

  const readNow = async (session: OfSession, key: string, wanted: WantedClient): Promise<void> => {
    const error = await read(wanted).catch((thrown: unknown) =>
      thrown instanceof Failure ? thrown : UNKNOWN,
    )
    session.running--
    session.reading.delete(key)
    session.ended.set(key, { at: now(), error })
    goOn(session)
  }

  const goOn = (session: OfSession): void => {
    for (const [key, wanted] of session.waiting) {
      if (isStopped || session.running >= AT_ONCE) return
      session.waiting.delete(key)
      session.reading.add(key)
      session.running++
      follow(readNow(session, key, wanted))
    }
  }

  return {
    /** Begins to read what is wanted, or joins what is being read. */
    want: (wanted: WantedClient): void => {
      const { idHash } = wanted.asker.session
      const session: OfSession = sessions.get(idHash) ?? {
        running: 0,
        waiting: new Map(),
        reading: new Set(),
        ended: new Map(),
      }
      sessions.set(idHash, session)
      const key = keyOf(wanted)
      const ended = session.ended.get(key)
      const isEnough = ended !== undefined && Math.abs(now() - ended.at) < AGAIN_MS && !wanted.isRetry
      if (isEnough || session.reading.has(key)) return
      session.ended.delete(key)
      session.waiting.set(key, wanted)
      goOn(session)
    },

    progress: (of: Pick<WantedClient, 'name' | 'asker' | 'stretches'>): ClientProgress => {
      const session = sessions.get(of.asker.session.idHash)
      const key = keyOf(of)
      return {
        isReading: session !== undefined && (session.waiting.has(key) || session.reading.has(key)),
        error: session?.ended.get(key)?.error ?? null,
      }
    },

    /** Nothing more is begun. */
    stop: (): void => {
      isStopped = true
    },

    /** What waits for a session that has ended is not begun. */
    drop: (idHash: string): void => {
      sessions.get(idHash)?.waiting.clear()
      sessions.delete(idHash)
    },
  }
}
