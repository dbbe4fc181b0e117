import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { endpoints } from '#/contract/endpoints.ts'
import type { ArchiveStore } from '#/server/archive/store/store.ts'
import type { Vitals } from '#/server/health.ts'
import { Failure } from '#/server/http/failure.ts'
import type { Log } from '#/server/log.ts'
import type { Upstream } from '#/server/upstream/request.ts'

/** Seconds, from memory access to the API's timeout. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25]

/**
 * Prometheus metrics, listed in docs/deploy.md. Labels are route templates, methods, statuses and codes, as
 * in the log: never path values, names or addresses.
 */
export const createMetrics = () => {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })

  const requests = new Counter({
    name: 'callboard_http_requests_total',
    help: 'Requests answered',
    labelNames: ['method', 'route', 'status'] as const,
    registers,
  })
  const requestSeconds = new Histogram({
    name: 'callboard_http_request_duration_seconds',
    help: 'Time until an answer began',
    labelNames: ['method', 'route'] as const,
    buckets: BUCKETS,
    registers,
  })
  const upstreamSeconds = new Histogram({
    name: 'callboard_upstream_request_duration_seconds',
    help: 'Time the API took, by the status of its answer or why there was none',
    labelNames: ['route', 'outcome'] as const,
    buckets: BUCKETS,
    registers,
  })
  const daysRead = new Counter({
    name: 'callboard_archive_days_read_total',
    help: 'Days of contacts written to the archive',
    registers,
  })
  const circuitsOpened = new Counter({
    name: 'callboard_breaker_opened_total',
    help: 'Times that calls to the API were stopped because it does not answer',
    registers,
  })
  const gauge = (name: string, help: string) => new Gauge({ name: `callboard_${name}`, help, registers })
  const sessions = gauge('sessions', 'Open sessions in the database, which servers may share')
  const archiveReadings = gauge('archive_readings', 'Accounts that contacts are being read for')
  const circuitsOpen = gauge('breaker_open', 'Kinds of calls that are not sent to the API just now')
  const keysRefused = gauge('account_keys_refused', 'Accounts of AUTH_KEYS whose key the API refuses')
  const storageDegraded = gauge('storage_degraded', '1 while nothing can be written to DATA_DIR')
  const archiveDegraded = gauge('archive_degraded', '1 while the archive does not work')

  return {
    contentType: registry.contentType,

    log: ((entry) => {
      if (entry.event !== 'request') return
      const { method, route, status, ms } = entry
      requests.inc({ method, route, status })
      requestSeconds.observe({ method, route }, ms / 1000)
    }) satisfies Log,

    watched:
      (upstream: Upstream): Upstream =>
      async (call, context) => {
        const started = performance.now()
        const end = (outcome: string) =>
          upstreamSeconds.observe(
            { route: endpoints[call.name].path, outcome },
            (performance.now() - started) / 1000,
          )
        try {
          const answer = await upstream(call, context)
          end(String(answer.status))
          return answer
        } catch (error) {
          // Not a failure: the browser went away.
          end(error instanceof Failure ? error.code : 'cancelled')
          throw error
        }
      },

    counted: (store: ArchiveStore): ArchiveStore => ({
      ...store,
      replaceDays: async (account, days, epoch) => {
        const changed = await store.replaceDays(account, days, epoch)
        daysRead.inc(days.length)
        return changed
      },
    }),

    text: async (vitals: Vitals): Promise<string> => {
      sessions.set(vitals.sessions ?? NaN)
      archiveReadings.set(vitals.archiveReadings)
      keysRefused.set(vitals.keysRefused)
      circuitsOpen.set(vitals.circuits.open)
      circuitsOpened.reset()
      circuitsOpened.inc(vitals.circuits.opened)
      storageDegraded.set(vitals.storage === null ? 0 : 1)
      archiveDegraded.set(vitals.archive === null ? 0 : 1)
      return registry.metrics()
    },
  }
}
