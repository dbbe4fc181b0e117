import type { Session } from '#/contract/session.ts'

/*
 * What the document brings along, so that the page need not ask for it when its scripts have come: who is signed in, and
 * the answer to what it asks first (first-request.ts), which the document has the browser fetch meanwhile.
 */

/** The id of the element that holds {@link DocumentStart}, as JSON. */
export const START_ELEMENT = 'callboard-start'

export interface DocumentStart {
  /** As `GET /api/session` would have answered. */
  readonly session: Session
  /** When that was, in milliseconds since 1970, by the server's clock. */
  readonly at: number
  /** The server's build, as its answers name it. */
  readonly build: string
}
