import type { Failure } from '#/server/http/failure.ts'
import { NoReaderLeft, type Reader, type PageRequester } from './fetching.ts'
import type { RequestCount } from './counted-requests.ts'
import type { Leases } from './leases.ts'
import type { OpenQuestions } from './questions/open-questions.ts'

/** Sessions that can read an account; keys are in memory only while something is read. */
export const createReaders = (questions: OpenQuestions, leases: Leases, requests: RequestCount) => {
  let readers: Reader[] = []
  const last = () => readers.at(-1) ?? null
  let reason: Failure | null = null
  const noneLeft = () => new NoReaderLeft(reason)
  const drop = (idHash: string, why: Failure): void => {
    if (!readers.some(({ session }) => session.idHash === idHash)) return
    readers = readers.filter(({ session }) => session.idHash !== idHash)
    reason = why
  }

  return {
    last,
    noneLeft,
    isEmpty: () => readers.length === 0,
    add: (reader: Reader): void => {
      readers = [...readers.filter(({ session }) => session.idHash !== reader.session.idHash), reader]
      reason = null
    },
    drop,
    clear: (): void => {
      readers = []
    },

    forWhom: (isUnasked: boolean, signal: AbortSignal, days: readonly number[] = []): PageRequester => ({
      reader: () => {
        const reader = last()
        if (!reader) throw noneLeft()
        return reader
      },
      leave: ({ session }, why) => {
        drop(session.idHash, why)
        if (why.status !== 401 && readers.length > 0) questions.sendToAll()
      },
      isRequested: () => !isUnasked && questions.isListened(),
      onWait: questions.wait,
      onRequest: async () => {
        await leases.keep(days)
        requests.add(isUnasked)
      },
      signal,
    }),
  }
}

export type ReaderSessions = ReturnType<typeof createReaders>
