import { LIVE_PAGE } from '#/contract/live/kiosk.ts'
import { PREFERENCES_PATH } from '#/contract/preferences.ts'
import { SIGN_IN_PAGE } from '#/contract/sign-in/pages.ts'
import { firstRequest, landingOf } from '#/contract/start/first-request.ts'
import type { DocumentStart } from '#/contract/start/start.ts'
import type { AppContext } from '#/server/http/exchange.ts'
import { masked } from '#/server/privacy-mode/masked.ts'
import { masksOf } from '#/server/http/privacy-mode.ts'
import { createSessionCookies } from '#/server/identity/session-cookie.ts'
import type { AuthStrategy } from '#/server/identity/auth-strategy.ts'
import type { SessionAnswerOf } from '#/server/identity/session-routes.ts'

export interface PreloadedData {
  readonly path: string
  readonly start: Omit<DocumentStart, 'build'>
  readonly requests: readonly string[]
}

interface Options {
  readonly authStrategy: Pick<AuthStrategy, 'mode' | 'find'>
  readonly answerOf: SessionAnswerOf
  readonly now: () => number
}

const cookies = createSessionCookies(true)
/** Otherwise a SameSite=Strict cookie is not sent. */
const FROM_HERE: ReadonlySet<string> = new Set(['none', 'same-origin'])

/**
 * Data to preload for the user; null: the page requests it. Requests from other sites lack the cookie, so the
 * page must ask itself.
 */
export const createPreload =
  ({ authStrategy, answerOf, now }: Options) =>
  async (c: AppContext): Promise<PreloadedData | null> => {
    // The page's own request reports the error.
    const session = await authStrategy.find(c).catch(() => null)
    const isNobody =
      authStrategy.mode === 'session' &&
      cookies.read(c).length === 0 &&
      FROM_HERE.has(c.req.header('sec-fetch-site') ?? '')
    if (session === null && !isNobody) return null
    const answer = answerOf(session)
    const masks = session === null ? null : masksOf(c)
    const seen = masks === null ? answer : (masked(answer, masks) as typeof answer)
    const start = { session: seen, at: now() }
    if (session === null) return { path: SIGN_IN_PAGE, start, requests: [] }
    // A kiosk always stays on its page.
    if (answer.wall) return { path: LIVE_PAGE, start, requests: [] }
    const url = new URL(c.req.url)
    const path = landingOf(url, answer)
    const request = firstRequest(url, answer)
    if (request === null) return { path, start, requests: [] }
    // Figures are asked for with what the account has chosen.
    const others = path.startsWith('/overview') ? [PREFERENCES_PATH] : []
    return { path, start, requests: [request, ...others].map((address) => `/api${address}`) }
  }
