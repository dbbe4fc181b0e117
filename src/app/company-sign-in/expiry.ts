import { createStore } from '@tanstack/react-store'
import { notifyReturn } from '#/api/transport/connection.ts'

/*
 * State of the company's sign-in (a proxy in front). The page stays; nothing loads until signed in again, here or
 * in another tab.
 */

/** `loops`: expired again right after signing in. */
export type SignInExpiry = 'expired' | 'loops'

const AT_ONCE_MS = 10_000
/** Session storage survives the redirect; no personal data. */
const MARK = 'callboard.signing-in'

/** Null: valid. */
export const signInExpiry = createStore<SignInExpiry | null>(null)
let backAt: number | null = null

export const noticeExpiry = (): void => {
  if (signInExpiry.state !== null) return
  const next = backAt !== null && performance.now() - backAt < AT_ONCE_MS ? 'loops' : 'expired'
  signInExpiry.setState(() => next)
}

export const noticeReturn = (): void => {
  if (signInExpiry.state === null) return
  backAt = performance.now()
  signInExpiry.setState(() => null)
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
  signInExpiry.setState(() => null)
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
