import { LRUCache } from 'lru-cache'
import { MINUTE_MS } from '#/contract/day.ts'
import { Failure } from '#/server/http/failure.ts'
import type { SegmentDays } from '#/server/archive/store/store.ts'
import type { BeginReading } from './account-reading.ts'
import type { Reader } from './fetching.ts'
import { untilRead } from './questions/question.ts'

const AT_ONCE = 3
/** Pause before a client is read again automatically. */
const AGAIN_MS = MINUTE_MS
/** An open page repeats its request every few seconds; what was requested within this time is read first. */
const SHOWN_MS = 30_000
/** Of a session: a few stretches of each of an agency's clients. */
const ENDED_MAX = 5_000

export interface ClientToRead {
  readonly name: 'figures' | 'objects'
  readonly reader: Reader & { readonly client: string }
  readonly stretches: readonly SegmentDays[]
  /** Ignores {@link AGAIN_MS} and retries failures at once. */
  readonly isRetry: boolean
  readonly readMore?: () => Promise<unknown>
}

export interface ClientProgress {
  readonly isReading: boolean
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
  readonly waiting: Map<string, { readonly wanted: ClientToRead; readonly at: number }>
  readonly reading: Map<string, ClientToRead>
  readonly ended: LRUCache<string, Ended>
}

const keyOf = ({ name, reader, stretches }: Pick<ClientToRead, 'name' | 'reader' | 'stretches'>) =>
  `${name} ${reader.client} ${stretches.map(({ first, last }) => `${first}-${last}`).join(' ')}`

/**
 * Reads many clients of a session in the given order, a few at a time.
 * @param track receives readings without a waiting request
 */
export const createClientsReading = (
  ask: BeginReading,
  now: () => number,
  track: (work: Promise<void>) => unknown,
) => {
  const sessions = new Map<string, OfSession>()
  let isStopped = false

  const read = async ({
    reader,
    stretches,
    isRetry,
    readMore,
  }: ClientToRead): Promise<ReadingError | null> => {
    await readMore?.()
    for (const days of stretches) {
      const { reading, question } = ask(reader, days, isRetry)
      await untilRead(question)
      reading.leave(question)
      if (question.is === 'failed') return question.error ?? UNKNOWN
    }
    return null
  }

  const readNow = async (session: OfSession, key: string, wanted: ClientToRead): Promise<void> => {
    const error = await read(wanted).catch((thrown: unknown) =>
      thrown instanceof Failure ? thrown : UNKNOWN,
    )
    session.running--
    session.reading.delete(key)
    session.ended.set(key, { at: now(), error })
    goOn(session)
  }

  const goOn = (session: OfSession): void => {
    const { waiting } = session
    if (isStopped) return
    while (session.running < AT_ONCE) {
      const all = [...waiting].filter(([key]) => !session.reading.has(key))
      const next = all.find(([, { at }]) => now() - at < SHOWN_MS) ?? all[0]
      if (next === undefined) return
      const [key, { wanted }] = next
      waiting.delete(key)
      session.reading.set(key, wanted)
      session.running++
      track(readNow(session, key, wanted))
    }
  }

  return {
    want: (wanted: ClientToRead): void => {
      const { idHash } = wanted.reader.session
      const session: OfSession = sessions.get(idHash) ?? {
        running: 0,
        waiting: new Map(),
        reading: new Map(),
        ended: new LRUCache({ max: ENDED_MAX }),
      }
      sessions.set(idHash, session)
      const key = keyOf(wanted)
      const ended = session.ended.get(key)
      const isEnough = ended !== undefined && Math.abs(now() - ended.at) < AGAIN_MS && !wanted.isRetry
      const running = session.reading.get(key)
      if (isEnough || (running !== undefined && (running.isRetry || !wanted.isRetry))) return
      session.ended.delete(key)
      // The page's later requests must not take a person's retry back.
      const isRetry = wanted.isRetry || session.waiting.get(key)?.wanted.isRetry === true
      session.waiting.set(key, { wanted: { ...wanted, isRetry }, at: now() })
      goOn(session)
    },

    progress: (of: Pick<ClientToRead, 'name' | 'reader' | 'stretches'>): ClientProgress => {
      const session = sessions.get(of.reader.session.idHash)
      const key = keyOf(of)
      return {
        isReading: session !== undefined && (session.waiting.has(key) || session.reading.has(key)),
        error: session?.ended.get(key)?.error ?? null,
      }
    },

    stop: (): void => {
      isStopped = true
    },

    drop: (idHash: string): void => {
      sessions.get(idHash)?.waiting.clear()
      sessions.delete(idHash)
    },
  }
}
