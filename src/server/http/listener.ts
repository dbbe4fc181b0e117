import { getRequestListener } from '@hono/node-server'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { App } from '#/server/app.ts'

/** Longer than balancers keep idle connections, so that the other side closes first and no request meets a closed one. */
const KEEP_ALIVE_MS = 75_000
const REQUEST_MS = 30_000
const DRAIN_MS = 10_000
const DRAIN_STEP_MS = 50

/** The app as Node's request listener. */
export const listenerOf = (app: App): RequestListener => {
  const listener = getRequestListener((request, { incoming }) => app.fetch(request, { incoming }), {
    // Our requests to the API are the platform's own; so are these.
    overrideGlobalObjects: false,
  })
  return (incoming, outgoing) => void listener(incoming, outgoing)
}

/** A server with Node's strict parser. CONNECT, which never reaches a listener, is refused like TRACE. */
export const createHttpServer = (listener: RequestListener): Server =>
  createServer(
    { requestTimeout: REQUEST_MS, headersTimeout: REQUEST_MS / 2, keepAliveTimeout: KEEP_ALIVE_MS },
    listener,
  ).on('connect', (_request, socket) =>
    socket.end('HTTP/1.1 405 Method Not Allowed\r\nContent-Length: 0\r\nConnection: close\r\n\r\n'),
  )

/** Resolves once it listens. Rejects with Node's own error, such as EADDRINUSE. */
export const listen = (server: Server, port: number, host: string): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })

/** Takes no more requests, lets those under way finish for up to ten seconds, then cuts. */
export const drain = (server: Server, ms = DRAIN_MS): Promise<void> =>
  new Promise((resolve) => {
    const idle = setInterval(() => server.closeIdleConnections(), DRAIN_STEP_MS)
    const cut = setTimeout(() => server.closeAllConnections(), ms)
    server.close(() => {
      clearInterval(idle)
      clearTimeout(cut)
      resolve()
    })
  })
