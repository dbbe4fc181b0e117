import { once } from 'node:events'
import { mkdirSync, readFileSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import { Agent, request } from 'node:https'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect } from 'vitest'
import { makeCertificate, startNginx } from '../../../scripts/nginx.ts'
import { freePort } from './start-process.ts'

const SHIPPED = join(import.meta.dirname, '../../../deploy/nginx.conf')
const SERVERS = /(?:\n\s*server callboard-\w:8080 [^;]+;)+/

/** The shipped configuration with a test's addresses and paths. */
const nginxConfig = (ports: readonly number[], places: Readonly<Record<string, string>>) => {
  const shipped = readFileSync(SHIPPED, 'utf8')
  const [, parameters = ''] = /server callboard-a:8080 ([^;]+);/.exec(shipped) ?? []
  expect(shipped).toMatch(SERVERS)
  return Object.entries(places).reduce(
    (config, [there, here]) => {
      expect(config).toContain(there)
      return config.replaceAll(there, here)
    },
    shipped.replace(SERVERS, ports.map((port) => `\nserver 127.0.0.1:${port} ${parameters};`).join('')),
  )
}

export interface FrontAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** nginx as shipped, in front of a test's servers. */
export interface Front {
  readonly origin: string
  /** Sends as our page does. Rejects when the connection was cut. */
  readonly send: (method: string, path: string, cookie: string, content?: object) => Promise<FrontAnswer>
  readonly enter: (email: string, password: string) => Promise<string>
  /** The access log. */
  readonly log: () => string
  readonly start: () => Promise<void>
  readonly stop: () => Promise<void>
}

/**
 * @param folder created here
 * @param ports of the servers, on 127.0.0.1
 */
export const createFront = async (folder: string, ports: readonly number[]): Promise<Front> => {
  const [front, plain] = [await freePort(), await freePort()]
  const origin = `https://localhost:${front}`
  mkdirSync(folder)
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  const ca = makeCertificate(key, certificate)
  const agent = new Agent({ keepAlive: true, ca, maxSockets: 64 })
  const accessLog = join(folder, 'access.log')
  const config = nginxConfig(ports, {
    // Requests of this one machine go to all servers in turn.
    'hash $remote_addr consistent;': '',
    'listen 80;': `listen 127.0.0.1:${plain};`,
    'listen 443 ssl': `listen 127.0.0.1:${front} ssl`,
    'calls.example.com': 'localhost',
    '/etc/nginx/tls/callboard.crt': certificate,
    '/etc/nginx/tls/callboard.key': key,
    '/var/log/nginx/callboard.log': accessLog,
    '/var/log/nginx/callboard-error.log': 'stderr',
  })
  let stopNginx = async (): Promise<void> => undefined
  const send: Front['send'] = async (method, path, cookie, content) => {
    const outgoing = request(origin + path, {
      method,
      agent,
      headers: {
        cookie,
        origin,
        'x-requested-by': 'callboard',
        ...(content && { 'content-type': 'application/json' }),
      },
    })
    outgoing.end(content && JSON.stringify(content))
    const [incoming] = await once(outgoing, 'response')
    const body = await text(incoming)
    return { status: Number(incoming.statusCode), headers: incoming.headers, body }
  }
  return {
    origin,
    send,
    enter: async (email, password) => {
      const { headers } = await send('POST', '/api/v2/users/sign_in', '', { user: { email, password } })
      return String(headers['set-cookie']).split(';', 1)[0] ?? ''
    },
    log: () => readFileSync(accessLog, 'utf8'),
    start: async () => {
      stopNginx = await startNginx(folder, config, front)
    },
    stop: async () => {
      agent.destroy()
      await stopNginx()
    },
  }
}
