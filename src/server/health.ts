import { NO_FAULTS } from './faults.ts'
import { sendJson, type AppContext } from './http/exchange.ts'
import type { SessionStore } from './session/store.ts'
import type { Upstream } from './upstream/request.ts'

const PROBE_MS = 3_000
/** Probes of a load balancer must not become traffic for the API. */
const KEPT_MS = 10_000

/**
 * `GET /healthz`: `{status, database, upstream}`. 503 when sessions cannot be read; an API that does not answer is
 * told but is no reason to take this server away: it says so to people itself.
 */
export const healthCheck = (deps: {
  readonly upstream: Upstream
  readonly sessions: Pick<SessionStore, 'isHealthy'>
  readonly monotonic: () => number
  readonly isStopping: () => boolean
}) => {
  let probe: { at: number; isReachable: Promise<boolean> } | null = null

  /** Any answer will do: without a key it is a 401. */
  const isReachable = () => {
    if (!probe || deps.monotonic() - probe.at >= KEPT_MS)
      probe = {
        at: deps.monotonic(),
        isReachable: deps
          .upstream(
            { name: 'agency', key: null },
            { signal: AbortSignal.timeout(PROBE_MS), faults: NO_FAULTS },
          )
          .then(
            ({ status }) => status < 500,
            () => false,
          ),
      }
    return probe.isReachable
  }

  return async (c: AppContext): Promise<Response> => {
    // First of all the balancer must see that no more requests should come here.
    if (deps.isStopping()) return sendJson(c, { status: 'stopping' }, 503)
    const [database, upstream] = await Promise.all([deps.sessions.isHealthy(), isReachable()])
    return sendJson(
      c,
      {
        status: database ? 'ok' : 'failing',
        database: database ? 'ok' : 'failing',
        upstream: upstream ? 'reachable' : 'unreachable',
      },
      database ? 200 : 503,
    )
  }
}
