import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { CookieOptions } from 'hono/utils/cookie'
import type { AppContext } from '#/server/http/exchange.ts'

/** `__Host-`: Secure, this host only, the whole site. */
const common = { prefix: 'host', path: '/', secure: true, httpOnly: true } as const

/** The ordinary session; a browser sends it only where every page above ours is of the same site. */
const ORDINARY = { name: 'callboard', options: { ...common, sameSite: 'Strict' } } as const
/** A session in a frame of another site. Each site that shows us has a jar of its own for it: no other one sends it. */
const FRAMED = {
  name: 'callboard_p',
  options: { ...common, sameSite: 'None', partitioned: true },
} as const satisfies { name: string; options: CookieOptions }

/** The id a request carries, and by which of the two cookies. */
export interface SessionCookie {
  readonly id: string
  readonly isFramed: boolean
}

/**
 * The cookie that says which session a request is made in. The ordinary one counts wherever its session is open; the frame's
 * is looked at only without it, and only where frames of other sites have been allowed.
 * @param frames whether they have
 */
export const createSessionCookies = (frames: boolean) => ({
  /** Those that came, in the order in which they count. */
  read: (c: AppContext): SessionCookie[] => {
    const ordinary = getCookie(c, ORDINARY.name, 'host')
    const framed = frames ? getCookie(c, FRAMED.name, 'host') : undefined
    return [
      ...(ordinary === undefined ? [] : [{ id: ordinary, isFramed: false }]),
      ...(framed === undefined ? [] : [{ id: framed, isFramed: true }]),
    ]
  },

  /** @param maxAge seconds for which a browser keeps it when it is closed; none: it does not */
  write: (c: AppContext, { id, isFramed }: SessionCookie, maxAge?: number): void => {
    const { name, options } = isFramed ? FRAMED : ORDINARY
    setCookie(c, name, id, maxAge === undefined ? options : { ...options, maxAge })
  },

  /**
   * Takes back the one that counts; nothing where none came. Only for who signs out: the answer to an earlier request may come
   * when the browser has the cookie of the next session.
   */
  clear(c: AppContext): void {
    const [known] = this.read(c)
    if (!known) return
    const { name, options } = known.isFramed ? FRAMED : ORDINARY
    deleteCookie(c, name, options)
  },
})
