import type { Trouble } from './database/database.ts'
import type { Log } from './log.ts'
import { NO_FAULTS } from './faults.ts'
import { sendJson, type AppContext } from './http/exchange.ts'
import type { SessionStore } from './session/store.ts'
import type { Circuits } from './upstream/breaker.ts'
import type { Upstream } from './upstream/request.ts'

const PROBE_MS = 3_000
/** Probes of a load balancer must not become traffic for the API. */
const KEPT_MS = 10_000
/** A small write a second costs nothing, and says soon that there is room again. */
const STORAGE_KEPT_MS = 1_000

/** A server's state at the moment its metrics are read. */
export interface Vitals {
  /** Open ones in the database, whichever server opened them; null: it cannot be read. */
  readonly sessions: number | null
  /** Accounts of the archive that something is being read for. */
  readonly archiveReadings: number
  readonly circuits: Circuits
  /** Accounts of AUTH_KEYS whose key the API has refused. */
  readonly keysRefused: number
  /** Why nothing can be written; null: it can. */
  readonly storage: Trouble | null
  /** Why nothing is answered from the archive; null: it is. */
  readonly archive: ArchiveTrouble | null
}
export type ArchiveTrouble = Trouble | 'unavailable'

/**
 * `GET /healthz`: `{status, database, storage, archive, upstream}`. 503 when sessions cannot be read. A disk that takes nothing
 * (`degraded`) and an API that does not answer are told but are no reason to take this server away: what can be read is
 * read, and people are told the rest.
 */
export const healthCheck = (deps: {
  readonly upstream: Upstream
  readonly sessions: Pick<SessionStore, 'isHealthy' | 'storageTrouble'>
  readonly log: Log
  readonly monotonic: () => number
  readonly isStopping: () => boolean
  /** False: the disk was full when the server started, and still is. */
  readonly hasRoom: () => boolean
  /** Why nothing is answered from the archive; null: it works. */
  readonly archive: () => ArchiveTrouble | null
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

  let storage: { at: number; trouble: Promise<Trouble | null> } | null = null
  let told: Trouble | null = null
  const tell = (trouble: Trouble | null) => {
    if (trouble !== told) deps.log({ event: 'storage', state: trouble ?? 'ok' })
    told = trouble
  }
  /** By a small write; the log has a line when that changes, for alarms to watch. */
  const storageTrouble = () => {
    if (!storage || deps.monotonic() - storage.at >= STORAGE_KEPT_MS) {
      const trouble = deps.hasRoom() ? deps.sessions.storageTrouble() : Promise.resolve('full' as const)
      storage = { at: deps.monotonic(), trouble }
      void trouble.then(tell)
    }
    return storage.trouble
  }

  const answer = async (c: AppContext): Promise<Response> => {
    // The balancer must see before anything else that requests should go elsewhere.
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
  /** A write has failed: what was found before it says nothing any more. */
  const onStorageTrouble = () => {
    storage = null
  }
  return { answer, storageTrouble, onStorageTrouble }
}
