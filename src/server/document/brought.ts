import { LIVE_PAGE } from '#/contract/live/kiosk.ts'
import { SIGN_IN_PAGE } from '#/contract/sign-in/pages.ts'
import { firstRequest, landingOf } from '#/contract/start/first-request.ts'
import type { DocumentStart } from '#/contract/start/start.ts'
import type { AppContext } from '#/server/http/exchange.ts'
import { masked } from '#/server/privacy-mode/masked.ts'
import { masksOf } from '#/server/privacy-mode/privacy-mode.ts'
import { createSessionCookies } from '#/server/identity/session-cookie.ts'
import type { AuthStrategy } from '#/server/identity/auth-strategy.ts'
import type { SessionAnswerOf } from '#/server/session.ts'

/** What a document brings along for whom it is sent to. */
export interface Brought {
  /** Of the page that it will be. */
  readonly path: string
  readonly start: Omit<DocumentStart, 'build'>
  /** Addresses of what the page asks first. */
  readonly requests: readonly string[]
}

interface Options {
  readonly authStrategy: Pick<AuthStrategy, 'mode' | 'find'>
  readonly answerOf: SessionAnswerOf
  /** Milliseconds since 1970. */
  readonly now: () => number
}

const cookies = createSessionCookies(true)
/** A cookie for this site alone comes along from there. */
const FROM_HERE: ReadonlySet<string> = new Set(['none', 'same-origin'])

/**
 * What the document brings along for the one who opens a page; null: nothing, and the page asks. Who comes without a cookie
 * may have one all the same, since it does not come along from another site.
 */
export const createBringing =
  ({ authStrategy, answerOf, now }: Options) =>
  async (c: AppContext): Promise<Brought | null> => {
    // What stands in the way is the session's own call to say.
    const session = await authStrategy.find(c).catch(() => null)
    const isNobody =
      authStrategy.mode === 'session' &&
      cookies.read(c).length === 0 &&
      FROM_HERE.has(c.req.header('sec-fetch-site') ?? '')
    if (session === null && !isNobody) return null
    const answer = answerOf(session)
    const masks = session === null ? null : masksOf(c)
    // The same fields, with other texts in them.
    const seen = masks === null ? answer : (masked(answer, masks) as typeof answer)
    const start = { session: seen, at: now() }
    if (session === null) return { path: SIGN_IN_PAGE, start, requests: [] }
    // Wherever a screen on the wall is led, it stays there.
    if (answer.wall) return { path: LIVE_PAGE, start, requests: [] }
    const url = new URL(c.req.url)
    const request = firstRequest(url, answer)
    return { path: landingOf(url, answer), start, requests: request === null ? [] : [`/api${request}`] }
  }
