import { getRequestListener } from '@hono/node-server'
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import type { Duplex } from 'node:stream'
import { INERT_POLICY } from '#/server/headers.ts'
import type { Bindings } from './exchange.ts'

/** Longer than load balancers' idle timeout, so that they close first and no request hits a closed connection. */
const KEEP_ALIVE_MS = 75_000
const REQUEST_MS = 30_000
const NOTICE_MS = 5_000
const CUT_MS = 5_000
const DRAIN_STEP_MS = 50
const ACCEPT_MS = 1_000
/** An idle turn of the event loop. */
const QUIET_TURN_MS = 0.2

export const listenerOf = (app: {
  readonly fetch: (request: Request, env: Bindings) => Promise<Response>
}): RequestListener => {
  const listener = getRequestListener((request, { incoming }) => app.fetch(request, { incoming }), {
    // Requests to the API use the platform's own objects.
    overrideGlobalObjects: false,
  })
  return (incoming, outgoing) => {
    // Node uses the first Host header; a proxy may use the other one.
    if ((incoming.headersDistinct.host?.length ?? 0) > 1)
      outgoing.writeHead(400, { Connection: 'close', 'Content-Length': '0' }).end()
    else void listener(incoming, outgoing)
  }
}

/** More than Node's 16 KiB: a proxy's signed assertion and groups can be long. */
const MAX_HEADER_BYTES = 48 * 1024

/** In both languages: the unreadable request does not tell. */
const TOO_LARGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Callboard: 431</title></head><body>
<h1>Your browser sent too much at once</h1>
<p>The headers of this request are larger than Callboard takes (${MAX_HEADER_BYTES / 1024} KB). Delete this site’s cookies and open the page again. If that doesn’t help, tell your administrator: cookies or the headers of the sign-in proxy are too long.</p>
<div lang="ru"><h1>Браузер отправил слишком много данных</h1>
<p>Заголовки запроса больше, чем принимает Callboard (${MAX_HEADER_BYTES / 1024} КБ). Удалите файлы cookie этого сайта и откройте страницу снова. Если не поможет, сообщите администратору: слишком длинные cookie или заголовки прокси входа.</p></div>
</body></html>
`

const ANSWERS: Readonly<Record<string, readonly [status: string, body: string]>> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', TOO_LARGE],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: ['413 Payload Too Large', ''],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', ''],
}

/** Answers malformed or too large requests and closes the connection, as Node does by default. */
const answerMalformed = (error: Error & { readonly code?: string }, socket: Duplex): void => {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy()
    return
  }
  const [status, body] = ANSWERS[error.code ?? ''] ?? ['400 Bad Request', '']
  const headers = [
    `HTTP/1.1 ${status}`,
    'Connection: close',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...(body
      ? [
          'Content-Type: text/html; charset=utf-8',
          'Cache-Control: no-store',
          'X-Content-Type-Options: nosniff',
          `Content-Security-Policy: ${INERT_POLICY}`,
        ]
      : []),
  ]
  socket.end(`${headers.join('\r\n')}\r\n\r\n${body}`)
}

/** A server with the strict parser. CONNECT, which never reaches a listener, is refused like TRACE. */
export const createHttpServer = (listener: RequestListener): Server => {
  const responses = new Set<ServerResponse>()
  const server = createServer(
    {
      requestTimeout: REQUEST_MS,
      headersTimeout: REQUEST_MS / 2,
      keepAliveTimeout: KEEP_ALIVE_MS,
      maxHeaderSize: MAX_HEADER_BYTES,
    },
    (request, response) => {
      responses.add(response)
      response.once('close', () => responses.delete(response))
      listener(request, response)
    },
  )
    .on('connect', (_request, socket) =>
      socket.end('HTTP/1.1 405 Method Not Allowed\r\nContent-Length: 0\r\nConnection: close\r\n\r\n'),
    )
    .on('clientError', answerMalformed)
  underWay.set(server, responses)
  return server
}

const underWay = new WeakMap<Server, ReadonlySet<ServerResponse>>()

/** Resolves when listening. Rejects with Node's error, such as EADDRINUSE. */
export const listen = (server: Server, port: number, host: string): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })

/** Open connections may be about to send a request. */
const hasConnections = (server: Server) =>
  new Promise<boolean>((resolve) => server.getConnections((error, count) => resolve(!error && count > 0)))

/**
 * Accepts pending connections, which would be reset when the server stops listening; Node accepts one per
 * turn. Resolves in a turn without connections.
 */
const acceptWaiting = async (server: Server) => {
  let hasCome = false
  const onConnection = () => void (hasCome = true)
  server.on('connection', onConnection)
  const begun = performance.now()
  for (let now = begun, isOver = false; !isOver;) {
    hasCome = false
    await nextTurn()
    const turn = performance.now() - now
    now += turn
    // A busy server has no idle turn: then any turn without a connection, or after a timeout.
    isOver = hasCome ? now - begun > CUT_MS : turn < QUIET_TURN_MS || now - begun > ACCEPT_MS
  }
  server.off('connection', onConnection)
}

/**
 * Stops a server without losing requests. For up to `noticeMs` it keeps answering with `Connection: close`,
 * so that load balancers move on; then it stops listening, and pending requests are cut after `cutMs`.
 */
export const drain = async (
  server: Server,
  { noticeMs = NOTICE_MS, cutMs = CUT_MS }: { noticeMs?: number; cutMs?: number } = {},
): Promise<void> => {
  const askToClose = (response: ServerResponse) => {
    if (!response.headersSent) response.setHeader('Connection', 'close')
  }
  underWay.get(server)?.forEach(askToClose)
  server.prependListener('request', (_request, response) => askToClose(response))
  const end = performance.now() + noticeMs
  while (performance.now() < end && (await hasConnections(server))) await wait(DRAIN_STEP_MS)
  await acceptWaiting(server)
  await new Promise<void>((resolve) => {
    const idle = setInterval(() => server.closeIdleConnections(), DRAIN_STEP_MS)
    const cut = setTimeout(() => server.closeAllConnections(), cutMs)
    server.close(() => {
      clearInterval(idle)
      clearTimeout(cut)
      resolve()
    })
  })
}
