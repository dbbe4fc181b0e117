import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, request as ask, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { WITH_COMPILED } from '../../../scripts/compile-cache.ts'
import type { LogEntry } from '#/server/log.ts'
import { ORIGIN } from '../address.ts'
import { CLOCK } from './clock.ts'
import { test as base } from '../test.ts'

export const onLoopback = async (listener: RequestListener, port = 0) => {
  const server = createServer(listener).listen(port, '127.0.0.1')
  await once(server, 'listening')
  return { server, port: (server.address() as AddressInfo).port }
}
export const close = async (server: Server) => {
  server.close().closeAllConnections()
  await once(server, 'close')
}

interface ListedClient {
  readonly id?: number
  readonly company_name: string
  readonly auth_token: string
}
type Agencies = readonly { readonly agency: { readonly clients: readonly ListedClient[] } }[]

/** A gate in front of the test's service. */
interface Gate {
  readonly url: string
  readonly calls: readonly string[]
  readonly keys: readonly (string | null)[]
  readonly client: (company: string) => ListedClient
  readonly shut: () => Promise<void>
  readonly open: () => Promise<void>
}

const keyOf = (authorization: string | undefined) =>
  authorization === undefined ? null : atob(authorization.replace(/^Basic /, '')).replace(/:$/, '')

/** @param edit what the gate makes of a client's record in the answer of `GET /v2/agency` */
const createGate = async (edit: (client: ListedClient) => object): Promise<Gate> => {
  const calls: string[] = []
  const keys: (string | null)[] = []
  let clients: readonly ListedClient[] = []
  const agencyAnswer = (text: string) => {
    const agencies = JSON.parse(text) as Agencies
    clients = agencies.flatMap(({ agency }) => agency.clients)
    return JSON.stringify(
      agencies.map(({ agency }) => ({ agency: { ...agency, clients: agency.clients.map(edit) } })),
    )
  }
  const forward: RequestListener = (request, response) => {
    const { method = 'GET', url = '/', headers } = request
    calls.push(`${method} ${url}`)
    keys.push(keyOf(headers.authorization))
    const isAgency = method === 'GET' && url === '/v2/agency'
    const sent = isAgency ? { ...headers, 'accept-encoding': 'identity' } : headers
    const further = ask(ORIGIN + url, { method, headers: sent }, (answer) => {
      const status = answer.statusCode ?? 502
      if (isAgency && status === 200) {
        response.writeHead(200, { 'content-type': 'application/json' })
        void text(answer).then((body) => response.end(agencyAnswer(body)))
        return
      }
      response.writeHead(status, answer.headers)
      answer.pipe(response)
    })
    further.on('error', () => response.destroy())
    request.pipe(further)
  }
  let { server, port } = await onLoopback(forward)
  return {
    url: `http://127.0.0.1:${port}`,
    calls,
    keys,
    client: (company) => clients.find(({ company_name }) => company_name === company)!,
    shut: () => close(server),
    open: async () => void ({ server } = await onLoopback(forward, port)),
  }
}

/** A second Callboard, in front of an API as in production: nothing of the service is inside. */
interface SecondServer {
  readonly origin: string
  readonly requests: () => Extract<LogEntry, { event: 'request' }>[]
}

interface Fixtures {
  /** Whether client records have an `id` (G3). */
  clientIds: boolean
  env: Readonly<Record<string, string>>
  gate: Gate
  /** Two labels, to allow a sibling. */
  second: SecondServer
}

/** `env` of a second server with a service of its own inside, in whose last week there are callers who wait, whatever day it is. */
export const MORE_CONTACTS = { API_BASE_URL: '', SAMPLE_CONTACTS: '20000', SAMPLE_NEW_CONTACTS: '0' }

export const test = base.extend<Fixtures>({
  clientIds: [true, { option: true }],
  env: [{}, { option: true }],
  gate: async ({ clientIds }, use) => {
    const gate = await createGate(({ id, ...client }) => (clientIds ? { id, ...client } : client))
    await use(gate)
    await gate.shut().catch(() => {})
  },
  second: async ({ gate, env, context }, use, testInfo) => {
    const { server, port } = await onLoopback(() => {})
    await close(server)
    const origin = `http://calls.example.localhost:${port}`
    const child = spawn(process.execPath, ['src/server/main.ts'], {
      cwd: fileURLToPath(new URL('../../..', import.meta.url)),
      env: {
        PATH: process.env['PATH'],
        ...WITH_COMPILED,
        PORT: String(port),
        PUBLIC_URL: origin,
        DATA_DIR: testInfo.outputPath('data'),
        API_BASE_URL: gate.url,
        SESSION_SECRET: 'a secret of the tests, long enough to be one',
        ARCHIVE: 'memory',
        ...CLOCK,
        ...env,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let output = ''
    await new Promise<void>((resolve, reject) => {
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        output += text
        if (output.includes('Callboard is at ')) resolve()
      })
      child.once('exit', (code) => reject(new Error(`The second server ended with ${code}`)))
    })
    const requests = () =>
      output
        .split('\n')
        .filter((line) => line.startsWith('{') && line.endsWith('}'))
        .map((line) => JSON.parse(line) as LogEntry)
        .filter((entry) => entry.event === 'request')
    await use({ origin, requests })
    // Closed first, so that pending requests are aborted.
    await context.close()
    const exited = once(child, 'exit')
    child.kill('SIGKILL')
    await exited
  },
})
