import type { Trouble } from './database/database.ts'
import type { Log } from './log.ts'
import { NO_FAULTS } from './faults.ts'
import { sendJson, type AppContext } from './http/exchange.ts'
import type { SessionStore } from './session/store.ts'
import type { Circuits } from './upstream/breaker.ts'
import type { Upstream } from './upstream/request.ts'

const PROBE_MS = 3_000
/** Caches the result, so that probes cause no traffic at the API. */
const PROBE_TTL_MS = 10_000
/** One small write a second, to notice free space soon. */
const STORAGE_TTL_MS = 1_000

export interface Vitals {
  readonly sessions: number | null
  readonly archiveReadings: number
  readonly circuits: Circuits
  readonly keysRefused: number
  readonly storage: Trouble | null
  readonly archive: ArchiveTrouble | null
}
export type ArchiveTrouble = Trouble | 'unavailable'

/**
 * `GET /healthz`: `{status, database, storage, archive, upstream}`. 503 if sessions cannot be read. A full
 * disk (`degraded`) or an unreachable API does not take the server out of rotation: reading still works.
 */
export const healthCheck = (deps: {
  readonly upstream: Upstream
  readonly sessions: Pick<SessionStore, 'isHealthy' | 'storageTrouble'>
  readonly log: Log
  readonly monotonic: () => number
  readonly isStopping: () => boolean
  readonly hasRoom: () => boolean
  readonly archive: () => ArchiveTrouble | null
}) => {
  let probe: { at: number; isReachable: Promise<boolean> } | null = null

  /** Any answer counts: without a key it is a 401. */
  const isReachable = () => {
    if (!probe || deps.monotonic() - probe.at >= PROBE_TTL_MS)
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

  let storage: { at: number; trouble: Promise<Trouble | null> } | null = null
  let reported: Trouble | null = null
  const report = (trouble: Trouble | null) => {
    if (trouble !== reported) deps.log({ event: 'storage', state: trouble ?? 'ok' })
    reported = trouble
  }
  /** Tested by a small write; changes are logged for alerting. */
  const storageTrouble = () => {
    if (!storage || deps.monotonic() - storage.at >= STORAGE_TTL_MS) {
      const trouble = deps.hasRoom() ? deps.sessions.storageTrouble() : Promise.resolve('full' as const)
      storage = { at: deps.monotonic(), trouble }
      void trouble.then(report)
    }
    return storage.trouble
  }

  const answer = async (c: AppContext): Promise<Response> => {
    // Before anything else, so that the balancer reroutes.
    if (deps.isStopping()) return sendJson(c, { status: 'stopping' }, 503)
    const [database, upstream, trouble] = await Promise.all([
      deps.sessions.isHealthy(),
      isReachable(),
      storageTrouble(),
    ])
    const archive = deps.archive() ?? 'ok'
    const isDegraded = trouble !== null || archive !== 'ok'
    return sendJson(
      c,
      {
        status: database ? (isDegraded ? 'degraded' : 'ok') : 'failing',
        database: database ? 'ok' : 'failing',
        storage: trouble ?? 'ok',
        archive,
        upstream: upstream ? 'reachable' : 'unreachable',
      },
      database ? 200 : 503,
    )
  }
  const onStorageTrouble = () => {
    storage = null
  }
  return { answer, storageTrouble, onStorageTrouble }
}
