import { askOverview, overviewFactsOf, type CountedContacts } from '#/api/worker/overview-count.ts'
import type { OverviewFacts } from '#/contract/archive/overview.ts'
import type { AnswerName, Answers } from './answer.ts'

/** Contacts that our server counts: they are too many for a browser. */
export interface ServerCount {
  /** Null: it has not had them at hand yet. */
  readonly facts: () => OverviewFacts | null
  /** How far it is with reading them into its memory, those of the comparison among them. */
  readonly progress: () => { readonly loaded: number; readonly total: number | null }
  /**
   * Has them read, also what is new since.
   * @param onProgress there is another progress @throws ApiError
   */
  readonly prepare: (signal: AbortSignal, onProgress: () => void) => Promise<void>
  /** @throws ApiError */
  readonly ask: <A extends AnswerName>(
    name: A,
    question: Answers[A]['question'],
    signal: AbortSignal,
  ) => Promise<Answers[A]['answer']>
}

export const createServerCount = (contacts: CountedContacts): ServerCount => {
  let facts: OverviewFacts | null = null
  let progress: ReturnType<ServerCount['progress']> = { loaded: 0, total: null }
  return {
    facts: () => facts,
    progress: () => progress,
    prepare: async (signal, onProgress) => {
      facts = await overviewFactsOf(contacts, signal, (loaded, total) => {
        progress = { loaded, total: total === 0 ? null : total }
        onProgress()
      })
    },
    // Our server's answers are its own worker's, whose shapes are ours (src/server/archive/overview).
    ask: async (name, question, signal) =>
      (await askOverview(contacts, name, question, signal)) as Answers[typeof name]['answer'],
  }
}
