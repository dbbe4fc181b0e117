import type { Asker, AskFor } from './asking.ts'
import type { RequestCount } from './counted-requests.ts'
import type { Leases } from './leases.ts'
import type { OpenQuestions } from './questions/open-questions.ts'

/** Sessions that may read for an account: their keys are in memory while something is read, and no longer. */
export const createAskers = (questions: OpenQuestions, leases: Leases, requests: RequestCount) => {
  /** The last one to ask comes last. */
  let askers: Asker[] = []
  const last = () => askers.at(-1) ?? null

  return {
    last,
    isEmpty: () => askers.length === 0,
    add: (asker: Asker): void => {
      askers = [...askers.filter(({ session }) => session.idHash !== asker.session.idHash), asker]
    },
    drop: (idHash: string): void => {
      askers = askers.filter(({ session }) => session.idHash !== idHash)
    },
    clear: (): void => {
      askers = []
    },

    /** @param days that are held for it */
    forWhom: (isUnasked: boolean, signal: AbortSignal, days: readonly number[] = []): AskFor => ({
      asker: last,
      leave: ({ session }, why) => {
        askers = askers.filter((one) => one.session.idHash !== session.idHash)
        if (why && why.status !== 401 && askers.length > 0) questions.tellAll()
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

export type Askers = ReturnType<typeof createAskers>
