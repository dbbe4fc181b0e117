import * as z from 'zod/mini'

/** The only page of a kiosk. */
export const LIVE_PAGE = '/live'

/**
 * Body of `POST /api/walls`, which turns this browser into a kiosk.
 * @param client null: the account's own figures
 */
export const kioskBody = z.object({
  client: z.nullable(z.string().check(z.minLength(1), z.maxLength(128))),
})
