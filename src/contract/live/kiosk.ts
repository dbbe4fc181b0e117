import * as z from 'zod/mini'

/** The page of a screen on the wall, and its only one. */
export const LIVE_PAGE = '/live'

/** Body of `POST /api/walls`, which makes this browser a screen on the wall. @param client whose figures; null: the account's own */
export const wallBody = z.object({
  client: z.nullable(z.string().check(z.minLength(1), z.maxLength(128))),
})
