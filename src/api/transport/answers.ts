import type { Endpoint } from '#/contract/endpoint.ts'

/*
 * Answers of the service that came to this page, until they have been held against its document ("Contract drift", by
 * `src/api/console/drift-log.ts`, which comes when a page has nothing else to do).
 */

export interface CameAnswer {
  readonly endpoint: Endpoint
  /** The client it was asked for. */
  readonly client: string | null
  readonly answer: unknown
}

/** So many wait at most: whole answers are large. */
const WAIT_MOST = 50

const waiting: CameAnswer[] = []
let look: ((isForgotten?: true) => void) | undefined

/** @returns the oldest that has not been looked at; undefined: there is none */
export const takeAnswer = (): CameAnswer | undefined => waiting.shift()

/** Registers an observer of answers, which drops its findings when answers are forgotten. */
export const lookAtCame = (one: typeof look): void => void (look = one)

/** Of who has left nothing stays. */
export const forgetAnswers = (): void => {
  waiting.length = 0
  look?.(true)
}

/** An answer has come. In a worker there is no observer. */
export const noticeDocumented = (endpoint: Endpoint, client: string | null, answer: unknown): void => {
  if (typeof document === 'undefined' || answer === null) return
  if (waiting.push({ endpoint, client, answer }) > WAIT_MOST) waiting.shift()
  look?.()
}
