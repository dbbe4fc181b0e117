import type { Duplex } from 'node:stream'
import { INERT_POLICY } from '#/server/headers.ts'

/** More than Node's 16 KiB: a signed statement of a proxy and a person's groups may be as long together. */
export const MAX_HEADER_BYTES = 48 * 1024

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
export const answerMalformed = (error: Error & { readonly code?: string }, socket: Duplex): void => {
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
