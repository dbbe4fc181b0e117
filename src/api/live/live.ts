import { queryOptions } from '@tanstack/react-query'
import { MINUTE_MS } from '#/contract/day.ts'
import { live, livePath, type Live } from '#/contract/live/live.ts'
import { wallCode } from '#/contract/live/wall.ts'
import { parse, send, type Scope } from '#/api/client.ts'
import { keyOf } from '#/api/keys.ts'

/** Asked less often the longer there is no answer. */
const LONG_MS = 5 * MINUTE_MS
const MOST_TRIES = 5
const SELDOM_MS = 3 * MINUTE_MS

/** `GET /api/live`, once a minute: asked by the page itself, so it keeps no person's session alive. */
export const liveQuery = (scope: Scope) =>
  queryOptions({
    queryKey: keyOf(scope, 'live'),
    queryFn: async ({ signal }): Promise<Live> =>
      parse(live, await send('GET', livePath(scope.client), { scope, signal, background: true })),
    refetchInterval: ({ state: { data, dataUpdatedAt, error, errorUpdatedAt, errorUpdateCount } }) => {
      const isLong = data ? errorUpdatedAt - dataUpdatedAt > LONG_MS : errorUpdateCount > MOST_TRIES
      return error !== null && isLong ? SELDOM_MS : MINUTE_MS
    },
    // Once the network is back, ask at once instead of at the next minute.
    refetchOnReconnect: true,
  })

/** A code with which another browser becomes a screen on the wall. @param client whose figures; null: the account's own */
export const makeWallCode = async (scope: Scope): Promise<string> =>
  parse(wallCode, await send('POST', '/walls/codes', { scope, body: { client: scope.client } })).code

/** This browser becomes a screen on the wall, by a code. */
export const openWall = async (code: string): Promise<void> => {
  await send('POST', '/walls', { body: { code } })
}

/** This browser becomes a screen on the wall, in the name of who is signed in here, and is so no more. */
export const openWallHere = async (scope: Scope): Promise<void> => {
  await send('POST', '/walls', { scope, body: { client: scope.client } })
}
