import type { Endpoint } from '#/contract/endpoint.ts'

/* Queue of service answers to check for contract drift by `src/api/console/drift-log.ts`, which loads at idle. */

export interface CameAnswer {
  readonly endpoint: Endpoint
  readonly client: string | null
  readonly answer: unknown
}

/** Whole answers are large. */
const WAIT_MOST = 50

const waiting: CameAnswer[] = []
let observer: ((isForgotten?: true) => void) | undefined

/** Oldest first; undefined: none. */
export const takeAnswer = (): CameAnswer | undefined => waiting.shift()

/** Registers the observer, which is also told to forget. */
export const observeAnswers = (one: typeof observer): void => void (observer = one)

/** At sign-out. */
export const forgetAnswers = (): void => {
  waiting.length = 0
  observer?.(true)
}

/** Workers have no observer. */
export const noticeDocumented = (endpoint: Endpoint, client: string | null, answer: unknown): void => {
  if (typeof document === 'undefined' || answer === null) return
  if (waiting.push({ endpoint, client, answer }) > WAIT_MOST) waiting.shift()
  observer?.()
}
