import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { CookieOptions } from 'hono/utils/cookie'
import type { AppContext } from '#/server/http/exchange.ts'

/** `__Host-`: Secure, this host only, path `/`. */
const common = { prefix: 'host', path: '/', secure: true, httpOnly: true } as const

/** The ordinary cookie, sent only if all ancestors are same-site. */
const ORDINARY = { name: 'callboard', options: { ...common, sameSite: 'Strict' } } as const
/** The partitioned cookie of frames: each embedding site has its own. */
const FRAMED = {
  name: 'callboard_p',
  options: { ...common, sameSite: 'None', partitioned: true },
} as const satisfies { name: string; options: CookieOptions }

export interface SessionCookie {
  readonly id: string
  readonly isFramed: boolean
}

/**
 * The session cookies. The ordinary one takes precedence; the frame's is used only without it, and where embedding is on.
 * @param frames embedding is on
 */
export const createSessionCookies = (frames: boolean) => ({
  read: (c: AppContext): SessionCookie[] => {
    const ordinary = getCookie(c, ORDINARY.name, 'host')
    const framed = frames ? getCookie(c, FRAMED.name, 'host') : undefined
    return [
      ...(ordinary === undefined ? [] : [{ id: ordinary, isFramed: false }]),
      ...(framed === undefined ? [] : [{ id: framed, isFramed: true }]),
    ]
  },

  /** @param maxAge seconds; absent: until the browser closes */
  write: (c: AppContext, { id, isFramed }: SessionCookie, maxAge?: number): void => {
    const { name, options } = isFramed ? FRAMED : ORDINARY
    setCookie(c, name, id, maxAge === undefined ? options : { ...options, maxAge })
  },

  /** Clears the effective cookie. For sign-out only: a late answer could clear the next session's cookie. */
  clear(c: AppContext): void {
    const [known] = this.read(c)
    if (!known) return
    const { name, options } = known.isFramed ? FRAMED : ORDINARY
    deleteCookie(c, name, options)
  },
})
