import { queryOptions } from '@tanstack/react-query'
import { MINUTE_MS } from '#/contract/day.ts'
import { live, livePath, type Live } from '#/contract/live/live.ts'
import { parse, send, type Scope } from '#/api/client.ts'
import { keyOf } from '#/api/keys.ts'

const LONG_MS = 5 * MINUTE_MS
const MOST_TRIES = 5
const SELDOM_MS = 3 * MINUTE_MS

/** `POST /api/live` once a minute, without prolonging the session. */
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
    // Reconnects at once instead of at the next minute.
    refetchOnReconnect: true,
  })

/** Turns this browser into a kiosk of the user's account, replacing the session. */
export const openKiosk = async (scope: Scope): Promise<void> => {
  await send('POST', '/walls', { scope, body: { client: scope.client } })
}
