import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request as ask, type RequestListener } from 'node:http'
import { dirname, join } from 'node:path'
import { DIST, startBuilt } from './built-server.ts'
import { close, onLoopback, test as base } from './real-api.ts'

const HASHED = /(?<stem>[\w.-]+-)(?<hash>[\w-]{8})(?<extension>\.(?:js|css|woff2))/g
const TEXT = /\.(?:js|css|html|json)$/

/** Same app with other hashes. */
const buildAgain = (to: string) => {
  const files = readdirSync(DIST, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(?:br|map)$/.test(entry.name))
    .map((entry) => ({ name: entry.name, at: join(entry.parentPath, entry.name) }))
  const parts = new Set(files.map(({ name }) => name))
  const renamed = (text: string) =>
    text.replaceAll(HASHED, (name, stem: string, hash: string, extension: string) =>
      parts.has(name) ? stem + hash.slice(4) + hash.slice(0, 4) + extension : name,
    )
  for (const { at } of files) {
    const copy = join(to, renamed(at.slice(DIST.length)))
    mkdirSync(dirname(copy), { recursive: true })
    const bytes = readFileSync(at)
    writeFileSync(copy, TEXT.test(at) ? renamed(bytes.toString('utf8')) : bytes)
  }
}

export interface TwoBuilds {
  readonly origin: string
  readonly deploy: () => void
  readonly sleep: (ms: number) => void
  /** Removes a chunk, as an incomplete deployment; null: none. */
  readonly lose: (part: RegExp | null) => void
}

/** Two builds behind a balancer, one active. */
const createTwoBuilds = async (folder: string, api: string) => {
  const data = join(folder, 'data')
  const again = join(folder, 'again')
  buildAgain(again)
  const ports: number[] = []
  let current = 0
  let late = 0
  let lost: RegExp | null = null
  const pass: RequestListener = (request, response) => {
    const { method = 'GET', url = '/', headers } = request
    if (lost?.test(url)) {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found')
      return
    }
    const further = ask({ host: '127.0.0.1', port: ports[current], path: url, method, headers }, (answer) => {
      const { date, ...others } = answer.headers
      const at = date === undefined ? {} : { date: new Date(Date.parse(date) + late).toUTCString() }
      response.writeHead(answer.statusCode ?? 502, { ...others, ...at })
      answer.pipe(response)
    })
    further.on('error', () => response.destroy())
    response.on('close', () => further.destroy())
    request.pipe(further)
  }
  const front = await onLoopback(pass)
  const origin = `http://localhost:${front.port}`
  const servers: Awaited<ReturnType<typeof startBuilt>>[] = []
  for (const site of [DIST, again]) {
    const { server, port } = await onLoopback(() => {})
    await close(server)
    servers.push(await startBuilt(port, site, { DATA_DIR: data, API_BASE_URL: api, PUBLIC_URL: origin }))
    ports.push(port)
    // As if three releases apart.
    rmSync(join(data, 'builds'), { recursive: true, force: true })
  }
  const twoBuilds: TwoBuilds = {
    origin,
    deploy: () => void (current = 1 - current),
    sleep: (ms) => {
      late += ms
      front.server.closeAllConnections()
    },
    lose: (part) => void (lost = part),
  }
  return {
    twoBuilds,
    end: async () => {
      for (const server of servers) await server.stop()
      await close(front.server)
    },
  }
}

export const test = base.extend<{ twoBuilds: TwoBuilds }>({
  twoBuilds: async ({ gate, env, context }, use, testInfo) => {
    const { twoBuilds, end } = await createTwoBuilds(
      testInfo.outputPath('two-builds'),
      env['API_BASE_URL'] ?? gate.url,
    )
    await use(twoBuilds)
    await context.close()
    await end()
  },
})
