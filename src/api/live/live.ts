import { queryOptions } from '@tanstack/react-query'
import { MINUTE_MS } from '#/contract/day.ts'
import { live, livePath, type Live } from '#/contract/live/live.ts'
import { parse, send, type Scope } from '#/api/client.ts'
import { keyOf } from '#/api/keys.ts'

/** Asked less often the longer there is no answer. */
const LONG_MS = 5 * MINUTE_MS
const MOST_TRIES = 5
const SELDOM_MS = 3 * MINUTE_MS

/** `POST /api/live`, once a minute: asked by the page itself, so it keeps no person's session alive. */
export const liveQuery = (scope: Scope) =>
  queryOptions({
    queryKey: keyOf(scope, 'live'),
    queryFn: async ({ signal }): Promise<Live> =>
      parse(
        live,
        await send('POST', livePath(scope.client), {
          scope,
          body: {},
          signal,
          background: true,
          isRead: true,
        }),
      ),
    refetchInterval: ({ state: { data, dataUpdatedAt, error, errorUpdatedAt, errorUpdateCount } }) => {
      const isLong = data ? errorUpdatedAt - dataUpdatedAt > LONG_MS : errorUpdateCount > MOST_TRIES
      return error !== null && isLong ? SELDOM_MS : MINUTE_MS
    },
    // Once the network is back, ask at once instead of at the next minute.
    refetchOnReconnect: true,
  })

/** This browser becomes a screen on the wall, in the name of who is signed in here, and is so no more. */
export const openKiosk = async (scope: Scope): Promise<void> => {
  await send('POST', '/walls', { scope, body: { client: scope.client } })
}
