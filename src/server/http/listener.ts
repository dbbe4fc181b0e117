import { getRequestListener } from '@hono/node-server'
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import type { App } from '#/server/app.ts'
import type { Duplex } from 'node:stream'
import { INERT_POLICY } from '#/server/headers.ts'

/** Longer than balancers keep idle connections, so that the other side closes first and no request meets a closed one. */
const KEEP_ALIVE_MS = 75_000
const REQUEST_MS = 30_000
const NOTICE_MS = 5_000
const CUT_MS = 5_000
const DRAIN_STEP_MS = 50
const ACCEPT_MS = 1_000
/** A turn of the event loop in which nothing happens. */
const QUIET_TURN_MS = 0.2

/** The app as Node's request listener. */
export const listenerOf = (app: App): RequestListener => {
  const listener = getRequestListener((request, { incoming }) => app.fetch(request, { incoming }), {
    // Our requests to the API are the platform's own; so are these.
    overrideGlobalObjects: false,
  })
  return (incoming, outgoing) => {
    // Node reads the first of two and drops the other; what stands in front of us may have read the other.
    if ((incoming.headersDistinct.host?.length ?? 0) > 1)
      outgoing.writeHead(400, { Connection: 'close', 'Content-Length': '0' }).end()
    else void listener(incoming, outgoing)
  }
}

/** More than Node's 16 KiB: a signed statement of a proxy and a person's groups may be as long together. */
const MAX_HEADER_BYTES = 48 * 1024

/** Both languages: what cannot be read does not say which one its sender wants. */
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

/** Answers what is no HTTP, or too much of it, and ends its connection, as Node does where nobody listens to its errors. */
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

/** A server with Node's strict parser. CONNECT, which never reaches a listener, is refused like TRACE. */
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

/** Of each server, what is not answered yet. */
const underWay = new WeakMap<Server, ReadonlySet<ServerResponse>>()

/** Resolves once it listens. Rejects with Node's own error, such as EADDRINUSE. */
export const listen = (server: Server, port: number, host: string): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })

/** Connections are open: the other side may be about to use them. */
const hasConnections = (server: Server) =>
  new Promise<boolean>((resolve) => server.getConnections((error, count) => resolve(!error && count > 0)))

/**
 * Takes in who has connected already. The system resets them when the server stops listening, and Node accepts one in a
 * turn. Resolves in the very turn in which no connection was open, so that there is hardly time for a new one.
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
    // A busy server has no such turn: then any without a connection will do, and at last whatever comes.
    isOver = hasCome ? now - begun > CUT_MS : turn < QUIET_TURN_MS || now - begun > ACCEPT_MS
  }
  server.off('connection', onConnection)
}

/**
 * Ends a server without a request lost. While connections are open it goes on answering, and every answer asks the
 * other side to close: for up to `noticeMs`, so that a balancer sees that this server wants no more, and kept-alive
 * connections are not closed under a request. Then nothing new begins; what is under way may finish, and is cut after
 * `cutMs` more.
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
