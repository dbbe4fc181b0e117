import { writeFileSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { startNginx } from '../../../scripts/nginx.ts'
import { ORIGIN } from '../address.ts'
import { close, onLoopback, test as base } from './real-api.ts'

const SECRET = 'a-secret-of-the-proxy-0123456789abcdef'
const ACCOUNTS = {
  'anna@example.com': { email: 'igor@domograd.ru', password: 'domograd' },
  'boris@example.com': { email: 'info@severgroup.ru', password: 'severgroup' },
} as const
type Person = keyof typeof ACCOUNTS

/** A company login, and nginx's auth_request. */
const createLogin = () => {
  const open = new Map<string, string>()
  const listener: RequestListener = (request, response) => {
    const { pathname, searchParams, search } = new URL(request.url ?? '/', 'http://login')
    const id = /(?:^|; )sso=([\w-]+)/.exec(request.headers.cookie ?? '')?.[1]
    const back = search.split('rd=')[1] ?? '/'
    if (pathname === '/sso/auth') {
      const person = id === undefined ? undefined : open.get(id)
      response.writeHead(person === undefined ? 401 : 200, person === undefined ? {} : { 'x-person': person })
      response.end()
    } else if (pathname === '/sso/enter') {
      const opened = crypto.randomUUID()
      open.set(opened, searchParams.get('as') ?? '')
      response.writeHead(302, { location: back, 'set-cookie': `sso=${opened}; Path=/; HttpOnly` }).end()
    } else {
      const buttons = Object.keys(ACCOUNTS).map(
        (person) =>
          `<p><a href="/sso/enter?as=${person}&amp;rd=${back.replaceAll('&', '&amp;')}">${person}</a>`,
      )
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(`<!doctype html><link rel="icon" href="data:,"><h1>Company login</h1>${buttons.join('')}`)
    }
  }
  return { listener, expire: () => open.clear() }
}

const config = (port: number, login: number, callboard: string) => `
  server {
    listen 127.0.0.1:${port};
    location /sso/ { proxy_pass http://127.0.0.1:${login}; }
    location = /sso/auth {
      internal;
      proxy_pass http://127.0.0.1:${login};
      proxy_pass_request_body off;
      proxy_set_header Content-Length "";
    }
    location @login { return 302 /sso/login?rd=$request_uri; }
    location / {
      auth_request /sso/auth;
      auth_request_set $person $upstream_http_x_person;
      error_page 401 = @login;
      proxy_pass ${callboard};
      proxy_http_version 1.1;
      proxy_buffering off;
      proxy_set_header Connection "";
      proxy_set_header Host $http_host;
      proxy_set_header X-Auth-Request-Email $person;
      proxy_set_header X-Callboard-Proxy "${SECRET}";
    }
  }
`

const freePort = async () => {
  const { server, port } = await onLoopback(() => {})
  await close(server)
  return port
}

/** A person's key at the service, as an administrator would have it from the vendor. */
const keyOf = async (person: Person): Promise<string> => {
  const answer = await fetch(`${ORIGIN}/v2/users/sign_in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ user: ACCOUNTS[person] }),
  })
  const { user }: { user: { api_key: string } } = await answer.json()
  return user.api_key
}

interface ProxyFixtures {
  frontPort: number
  /** nginx with the company's login in front of the second server. */
  company: {
    readonly origin: string
    readonly direct: string
    readonly expire: () => void
  }
}

export const test = base.extend<ProxyFixtures>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from this pattern.
  frontPort: async ({}, use) => use(await freePort()),
  env: async ({ frontPort }, use, testInfo) => {
    const people = Object.keys(ACCOUNTS) as Person[]
    const keys = await Promise.all(people.map(async (person) => [person, { api_key: await keyOf(person) }]))
    const file = testInfo.outputPath('keys.json')
    writeFileSync(
      file,
      JSON.stringify({
        accounts: Object.fromEntries(keys),
        users: Object.fromEntries(
          people.map((person) => [person, { account: person, rights: ['export', 'listen', 'numbers'] }]),
        ),
      }),
    )
    await use({
      PUBLIC_URL: `http://calls.example.localhost:${frontPort}`,
      AUTH_MODE: 'proxy',
      AUTH_KEYS: file,
      AUTH_PROXY_HEADER: 'X-Auth-Request-Email',
      AUTH_PROXY_TRUSTED: '127.0.0.1',
      AUTH_PROXY_SECRET_HEADER: 'X-Callboard-Proxy',
      AUTH_PROXY_SECRET: SECRET,
    })
  },
  company: async ({ frontPort, second, context }, use, testInfo) => {
    const { listener, expire } = createLogin()
    const login = await onLoopback(listener)
    const direct = `http://127.0.0.1:${new URL(second.origin).port}`
    const folder = testInfo.outputPath('nginx')
    const stopNginx = await startNginx(folder, config(frontPort, login.port, direct), frontPort)
    await use({ origin: `http://calls.example.localhost:${frontPort}`, direct, expire })
    await context.close()
    await stopNginx()
    await close(login.server)
  },
})
