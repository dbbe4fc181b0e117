import { createServer } from 'node:http'
import type { Config } from '#/server/config/config.ts'
import { ConfigError } from '#/server/config/variables.ts'
import type { Vitals } from '#/server/health.ts'
import { listen } from '#/server/http/listener.ts'
import { errorEntry, type Log } from '#/server/log.ts'
import { createMetrics } from './metrics.ts'

/**
 * Metrics on a separate port without authentication. 503 until {@link MetricsServer.serve}.
 * @throws ConfigError when the port is taken
 */
export const openMetrics = async (port: number, host: Config['host']) => {
  const metrics = createMetrics()
  let vitals: (() => Promise<Vitals>) | null = null
  let log: Log | null = null
  const server = createServer((request, response) => {
    const answer = (status: number, body: string, type = 'text/plain; charset=utf-8') =>
      response
        .writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store' })
        .end(request.method === 'HEAD' ? undefined : body)
    if (request.url !== '/metrics') answer(404, 'Not found\n')
    else if (vitals === null) answer(503, 'Starting\n')
    else
      void vitals()
        .then(metrics.text)
        .then((text) => answer(200, text, metrics.contentType))
        .catch((error: unknown) => {
          log?.(errorEntry(error, null))
          answer(500, 'The metrics could not be read; the log says more\n')
        })
  })
  await listen(server, port, host).catch((cause: unknown) => {
    throw new ConfigError('METRICS_PORT is in use, or not for this user to listen on', { cause })
  })
  return {
    ...metrics,
    serve: (of: { readonly vitals: () => Promise<Vitals>; readonly log: Log }) => void ({ vitals, log } = of),
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
