import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { CookieOptions } from 'hono/utils/cookie'
import * as z from 'zod'
import type { AppContext } from '#/server/http/exchange.ts'
import type { Refused } from '#/server/identity/auth-strategy.ts'
import type { Seal } from '#/server/session/seal.ts'

/** Time to complete a sign-in at the provider. */
const BEGUN_MS = 5 * 60_000
/** Parallel sign-ins, and bytes of their cookie before sealing. */
const MAX_BEGUN = 4
const MAX_TEXT = 2_600

const begun = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  next: z.string(),
  replaces: z.string().nullable(),
  at: z.number(),
})
/** Earlier versions' cookies have no reason. */
const refused = z.object({
  name: z.string(),
  because: z.enum(['no_account', 'key_refused']).optional(),
  at: z.number(),
})
export type BegunSignIn = z.infer<typeof begun>

/**
 * Sealed state in cookies. The provider redirects here, so `Strict` would omit them; `Lax` sends them with
 * navigations, and they are useless without their state parameter.
 */
export const createCookies = (seal: Pick<Seal, 'open' | 'close'>, now: () => number) => {
  const cookieOf = <T extends { readonly at: number }>(name: string, schema: z.ZodType<T>) => {
    const options = {
      prefix: 'host',
      path: '/',
      secure: true,
      httpOnly: true,
      sameSite: 'Lax',
    } as const satisfies CookieOptions
    return {
      read: (c: AppContext): T[] => {
        const text = seal.open(getCookie(c, name, 'host') ?? '', name)
        const all = z.array(schema).safeParse(text === null ? [] : JSON.parse(text))
        return (all.data ?? []).filter(({ at }) => now() - at < BEGUN_MS)
      },
      write: (c: AppContext, all: readonly T[]) => {
        if (all.length === 0) deleteCookie(c, name, options)
        else
          setCookie(c, name, seal.close(JSON.stringify(all), name), { ...options, maxAge: BEGUN_MS / 1_000 })
      },
    }
  }
  const begunCookie = cookieOf('callboard-sign-in', begun)
  const refusedCookie = cookieOf('callboard-refused', refused)

  return {
    begin: (c: AppContext, one: Omit<BegunSignIn, 'at'>) => {
      const all = [{ ...one, at: now() }, ...begunCookie.read(c)].slice(0, MAX_BEGUN)
      while (all.length > 1 && JSON.stringify(all).length > MAX_TEXT) all.pop()
      begunCookie.write(c, all)
    },

    /** The pending sign-in of a state, removed; null: unknown or expired. */
    take: (c: AppContext, state: string | undefined): BegunSignIn | null => {
      const all = begunCookie.read(c)
      const found = all.find((one) => one.state === state) ?? null
      if (found)
        begunCookie.write(
          c,
          all.filter((one) => one !== found),
        )
      return found
    },

    refused: (c: AppContext): Refused | null => {
      const [one] = refusedCookie.read(c)
      return one ? { refused: one.name, because: one.because ?? 'no_account' } : null
    },
    refuse: (c: AppContext, { refused: name, because }: Refused) =>
      refusedCookie.write(c, [{ name, because, at: now() }]),
    forgetRefused: (c: AppContext) => refusedCookie.write(c, []),
  }
}
