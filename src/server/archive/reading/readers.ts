import type { Failure } from '#/server/http/failure.ts'
import { NoReaderLeft, type Reader, type PageRequester } from './fetching.ts'
import type { RequestCount } from './counted-requests.ts'
import type { Leases } from './leases.ts'
import type { OpenQuestions } from './questions/open-questions.ts'

/** Sessions that can read an account; keys are in memory only while something is read. */
export const createReaders = (questions: OpenQuestions, leases: Leases, requests: RequestCount) => {
  let askers: Reader[] = []
  const last = () => askers.at(-1) ?? null
  let reason: Failure | null = null
  const noneLeft = () => new NoReaderLeft(reason)
  const drop = (idHash: string, why: Failure): void => {
    if (!askers.some(({ session }) => session.idHash === idHash)) return
    askers = askers.filter(({ session }) => session.idHash !== idHash)
    reason = why
  }

  return {
    last,
    noneLeft,
    isEmpty: () => askers.length === 0,
    add: (asker: Reader): void => {
      askers = [...askers.filter(({ session }) => session.idHash !== asker.session.idHash), asker]
      reason = null
    },
    drop,
    clear: (): void => {
      askers = []
    },

    forWhom: (isUnasked: boolean, signal: AbortSignal, days: readonly number[] = []): PageRequester => ({
      asker: () => {
        const asker = last()
        if (!asker) throw noneLeft()
        return asker
      },
      leave: ({ session }, why) => {
        drop(session.idHash, why)
        if (why.status !== 401 && askers.length > 0) questions.sendToAll()
      },
      isAsked: () => !isUnasked && questions.isListened(),
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
