import { notifyReturn } from '#/api/transport/connection.ts'
import { watchable, type Watched } from '#/api/transport/watched.ts'

/*
 * State of the company's sign-in (a proxy in front). The page stays; nothing loads until signed in again, here or
 * in another tab.
 */

/** `loops`: expired again right after signing in. */
export type SignInExpiry = 'expired' | 'loops'

const AT_ONCE_MS = 10_000
/** Session storage survives the redirect; no personal data. */
const MARK = 'callboard.signing-in'

const expiry = watchable<SignInExpiry | null>(null)
/** Null: valid. */
export const expiryState: Watched<SignInExpiry | null> = expiry
let backAt: number | null = null

export const noticeExpiry = (): void => {
  if (expiry.now() !== null) return
  expiry.become(backAt !== null && performance.now() - backAt < AT_ONCE_MS ? 'loops' : 'expired')
}

export const noticeReturn = (): void => {
  if (expiry.now() === null) return
  backAt = performance.now()
  expiry.become(null)
  notifyReturn()
}

const inStorage = (work: (storage: Storage) => void) => {
  try {
    work(sessionStorage)
  } catch {
    // Nothing is lost but the guard.
  }
}

export const beginExpiry = (): void => {
  expiry.become(null)
  backAt = null
  inStorage((storage) => {
    if (storage.getItem(MARK) !== null) backAt = performance.now()
    storage.removeItem(MARK)
  })
}

/** Reloads the address, so that the proxy redirects back to it. */
export const signInHere = (): void => {
  inStorage((storage) => storage.setItem(MARK, '1'))
  location.reload()
}
