import type { Session } from '#/contract/session.ts'

/*
 * Data in the document that the page would otherwise request: the session, and the answer to its first
 * request (first-request.ts), which the browser fetches meanwhile.
 */

export const START_ELEMENT = 'callboard-start'

export interface DocumentStart {
  readonly session: Session
  readonly at: number
  readonly build: string
}
