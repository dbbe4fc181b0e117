import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, request as ask, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { LogEntry } from '#/server/log.ts'
import { ORIGIN } from './address.ts'
import { test as base } from './test.ts'

/** Listens on a free port of this machine, whatever name it is asked by. */
export const onLoopback = async (listener: RequestListener, port = 0) => {
  const server = createServer(listener).listen(port, '127.0.0.1')
  await once(server, 'listening')
  return { server, port: (server.address() as AddressInfo).port }
}
export const close = async (server: Server) => {
  server.close().closeAllConnections()
  await once(server, 'close')
}

/** Stands for the vendor's API: the way to the service of the tests' own server, which can be shut. */
interface Gate {
  readonly url: string
  /** What came through, as `GET /v2/objs/`. */
  readonly calls: readonly string[]
  readonly shut: () => Promise<void>
  readonly open: () => Promise<void>
}

const createGate = async (): Promise<Gate> => {
  const calls: string[] = []
  const forward: RequestListener = (request, response) => {
    calls.push(`${request.method} ${request.url}`)
    const { method = 'GET', headers } = request
    const further = ask(ORIGIN + request.url, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    further.on('error', () => response.destroy())
    request.pipe(further)
  }
  let { server, port } = await onLoopback(forward)
  return {
    url: `http://127.0.0.1:${port}`,
    calls,
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
  gate: Gate
  /** Started when a test first names it. A host name with two parts, so that it can have a sibling. */
  second: SecondServer
}

export const test = base.extend<Fixtures>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from this pattern.
  gate: async ({}, use) => {
    const gate = await createGate()
    await use(gate)
    await gate.shut().catch(() => {})
  },
  second: async ({ gate }, use, testInfo) => {
    const { server, port } = await onLoopback(() => {})
    await close(server)
    const origin = `http://calls.example.localhost:${port}`
    const child = spawn(process.execPath, ['src/server/main.ts'], {
      cwd: fileURLToPath(new URL('../..', import.meta.url)),
      env: {
        PATH: process.env['PATH'],
        PORT: String(port),
        PUBLIC_URL: origin,
        DATA_DIR: testInfo.outputPath('data'),
        API_BASE_URL: gate.url,
        SESSION_SECRET: 'a secret of the tests, long enough to be one',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let said = ''
    await new Promise<void>((resolve, reject) => {
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        said += text
        if (said.includes('Callboard is at ')) resolve()
      })
      child.once('exit', (code) => reject(new Error(`The second server ended with ${code}`)))
    })
    const requests = () =>
      said
        .split('\n')
        .filter((line) => line.startsWith('{') && line.endsWith('}'))
        .map((line) => JSON.parse(line) as LogEntry)
        .filter((entry) => entry.event === 'request')
    await use({ origin, requests })
    const exited = once(child, 'exit')
    child.kill('SIGKILL')
    await exited
  },
})
