import * as z from 'zod/mini'

/*
 * How a browser becomes a screen on the wall: by a code of a person's, typed there, or by that person at the screen itself.
 */

/** The page of a screen on the wall, and its only one. Without a session it asks for a code, or finds one behind `#`, which no server and no preview of links is told. */
export const LIVE_PAGE = '/live'

/** Digits of a code, and how long it is good for. */
export const WALL_CODE_DIGITS = 10
export const WALL_CODE_MINUTES = 10

/** Digits of a code, whatever stands between them; null: they are not as many. */
export const wallCodeOf = (typed: string): string | null => {
  const digits = typed.replace(/\D/g, '')
  return digits.length === WALL_CODE_DIGITS ? digits : null
}

const client = z.nullable(z.string().check(z.minLength(1), z.maxLength(128)))

/** Body of `POST /api/walls/codes`: whose figures the screen will show; null: the account's own. */
export const wallCodeBody = z.object({ client })
/** Its answer. */
export const wallCode = z.object({ code: z.string() })

/** Body of `POST /api/walls`, which makes this browser a screen on the wall. */
export const wallBody = z.union([
  z.object({ code: z.string().check(z.regex(/^\d{10}$/)) }),
  /** In the name of who is signed in here, and is so no more. */
  z.object({ client }),
])
