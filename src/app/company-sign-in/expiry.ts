import { tellReturn } from '#/api/transport/connection.ts'
import { watchable, type Watched } from '#/api/transport/watched.ts'

/*
 * The company's sign-in, where a proxy in front asks for it, has expired under an open page. What is on screen stays;
 * nothing new comes until the person has signed in again, in this tab or in another.
 */

/** `loops`: it was asked for again at once after the person had signed in. */
export type SignInExpiry = 'expired' | 'loops'

const AT_ONCE_MS = 10_000
/** In the tab's own store, since the page is another one after the sign-in. No personal data: only that there was one. */
const MARK = 'callboard.signing-in'

const expiry = watchable<SignInExpiry | null>(null)
/** Null: nothing has expired. */
export const expiryState: Watched<SignInExpiry | null> = expiry
/** When the person came back from the sign-in, by a clock that is never set; null: they have not been there. */
let backAt: number | null = null

export const noticeExpiry = (): void => {
  if (expiry.now() !== null) return
  expiry.become(backAt !== null && performance.now() - backAt < AT_ONCE_MS ? 'loops' : 'expired')
}

/** The company lets this browser in again. */
export const noticeReturn = (): void => {
  if (expiry.now() === null) return
  backAt = performance.now()
  expiry.become(null)
  tellReturn()
}

/** Storage may be blocked: then a loop is not told from an ordinary end. */
const inStorage = (work: (storage: Storage) => void) => {
  try {
    work(sessionStorage)
  } catch {
    // Nothing is lost but the guard.
  }
}

/** For a page that begins: perhaps the person comes from the sign-in just now. */
export const beginExpiry = (): void => {
  expiry.become(null)
  backAt = null
  inStorage((storage) => {
    if (storage.getItem(MARK) !== null) backAt = performance.now()
    storage.removeItem(MARK)
  })
}

/** Leaves for the sign-in by way of this very address, where it leads back to. */
export const signInHere = (): void => {
  inStorage((storage) => storage.setItem(MARK, '1'))
  location.reload()
}
