import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, constants, gunzipSync } from 'node:zlib'
import { afterAll, describe, expect, test } from 'vitest'
import { buildsInFolder } from '#/server/builds/folder.ts'
import { NONCE_PLACEHOLDER } from '#/server/headers.ts'
import { createSite } from './static.ts'

const folder = mkdtempSync(join(tmpdir(), 'callboard-site-'))
afterAll(() => rmSync(folder, { recursive: true }))
const put = (path: string, text: string | Uint8Array) => {
  mkdirSync(join(folder, path, '..'), { recursive: true })
  writeFileSync(join(folder, path), text)
}
const SCRIPT = `console.log(${'1,'.repeat(2_000)}1)`
put(
  'index.html',
  `<!doctype html><html lang="en"><script nonce="${NONCE_PLACEHOLDER}" src="/assets/index-abc.js"></script>`,
)
put('favicon.svg', '<svg/>')
put('assets/index-abc.js', SCRIPT)
put('assets/index-abc.js.map', '{}')
/** Different from the server's own compression. */
const READY = brotliCompressSync(SCRIPT, { params: { [constants.BROTLI_PARAM_QUALITY]: 0 } })
put('assets/ready-abc.js', SCRIPT)
put('assets/ready-abc.js.br', READY)
put('assets/worker-abc.js', 'x')
put('assets/font-abc.woff2', 'w'.repeat(4_000))
put('.env', 'SECRET')
put('.vite/manifest.json', '{}')
put('notes.bak', 'x')
put('server.ts', 'x')

const site = createSite(folder, { https: false, hstsSubdomains: true })
const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  site.fetch(new Request(`http://localhost:8080${path}`, { headers, method }))

test.each([
  '/',
  '/calls',
  '/objects/abc/calls/17',
  '/objects/my.site.ru',
  '/clients?client=4',
  '/index.html',
])('%s is the page', async (path) => {
  const response = await get(path, { 'sec-fetch-mode': 'navigate' })
  expect([response.status, response.headers.get('content-type')]).toEqual(
    path === '/index.html' ? [404, 'text/plain; charset=utf-8'] : [200, 'text/html; charset=utf-8'],
  )
})

describe('the document comes in the language', () => {
  const languageOf = async (headers: Record<string, string>) =>
    /lang="(\w+)"/.exec(await (await get('/calls', { 'sec-fetch-mode': 'navigate', ...headers })).text())?.[1]
  test.each([
    [
      'that was chosen on this device',
      { cookie: 'a=1; callboard-language=ru', 'accept-language': 'en' },
      'ru',
    ],
    ['that the browser asks for', { 'accept-language': 'ru-RU,ru;q=0.9,en;q=0.8' }, 'ru'],
    ['that the browser likes best', { 'accept-language': 'de,ru;q=0.9' }, 'en'],
    ['of the browser where the choice is none of ours', { cookie: 'callboard-language=../x' }, 'en'],
    ['we have for everybody', {}, 'en'],
  ])('%s', async (_, headers, language) => expect(await languageOf(headers)).toBe(language))
})

const TLS = { https: true, hstsSubdomains: true }

test('a page that is asked for as a frame isolates itself where the portals do, one that is opened does not', async () => {
  const site = createSite(folder, TLS, { ancestors: ['https://portal.example.com'], isolated: true })
  for (const destination of ['iframe', 'document']) {
    const headers = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': destination }
    const page = await site.fetch(new Request('https://calls.example.com/calls', { headers }))
    const isFrame = destination === 'iframe'
    expect(page.headers.get('cross-origin-embedder-policy')).toBe(isFrame ? 'require-corp' : null)
    expect(page.headers.get('cross-origin-resource-policy')).toBe(isFrame ? 'cross-origin' : 'same-origin')
  }
})

test('frame-allowed-only-listed: pages say which portals may show them; the pop-up that lets one in is in no frame', async () => {
  const listed = createSite(folder, TLS, {
    ancestors: ['https://portal.example.com'],
    isolated: false,
  })
  const headersOf = async (path: string) => {
    const { headers } = await listed.fetch(
      new Request(`https://calls.example.com${path}`, {
        headers: { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe', 'sec-fetch-site': 'cross-site' },
      }),
    )
    const [, ancestors] = /frame-ancestors ([^;]+)/.exec(headers.get('content-security-policy') ?? '') ?? []
    return [ancestors, headers.get('x-frame-options'), headers.get('cross-origin-opener-policy')]
  }
  expect(await headersOf('/calls?embed=1')).toEqual(['https://portal.example.com', null, 'same-origin'])
  expect(await headersOf('/embed/sign-in?challenge=x')).toEqual(["'none'", 'DENY', 'unsafe-none'])
  const alone = await get('/embed/sign-in')
  expect(alone.headers.get('cross-origin-opener-policy')).toBe('same-origin')
})

test('each answer has its own nonce, in the placeholder and in the policy', async () => {
  const nonces = new Set<string>()
  for (let index = 0; index < 5; index++) {
    const response = await get('/')
    const nonce = /nonce="([\w+/=]{24})"/.exec(await response.text())?.[1] ?? ''
    expect(response.headers.get('content-security-policy')).toContain(`'nonce-${nonce}'`)
    nonces.add(nonce)
  }
  expect(nonces.size).toBe(5)
})

/** Neither the file nor the page. */
const isNotFound = async (path: string) => {
  const response = await get(path)
  expect(response.status).toBe(404)
  expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(await response.text()).toBe('Not found\n')
}

test.each([
  '/assets/missing-abc.js',
  '/assets/missing',
  '/assets/',
  '/assets/index-abc.js.map',
  '/notes.bak',
  '/server.ts',
  '/wp-login.php',
])('missing-asset-404: %s', isNotFound)

test.each([
  '/.env',
  '/assets/../.env',
  '/assets/%2e%2e/.env',
  '/assets/..%2f.env',
  '/.vite/manifest.json',
  '/.git/config',
  '/objects/.git',
])('dotfile-404: %s', isNotFound)

test('a script that was not found is never answered with the page', async () => {
  const response = await get('/chunk', { 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'script' })
  expect(response.status).toBe(404)
})

test('assets stay for good, other files are asked for again', async () => {
  expect((await get('/assets/index-abc.js')).headers.get('cache-control')).toBe(
    'public, max-age=31536000, immutable',
  )
  expect((await get('/favicon.svg')).headers.get('cache-control')).toBe('no-cache')
})

test('what the build has compressed is sent as it is, and has no address of its own', async () => {
  const response = await get('/assets/ready-abc.js', { 'accept-encoding': 'gzip, br' })
  expect(Buffer.from(await response.arrayBuffer()).equals(READY)).toBe(true)
  expect(response.headers.get('content-encoding')).toBe('br')
  expect(await (await get('/assets/ready-abc.js')).text()).toBe(SCRIPT)
  expect((await get('/assets/ready-abc.js.br')).status).toBe(404)
})

test('brotli, gzip or neither, as the client takes it', async () => {
  const bytes = async (accept: string) => {
    const response = await get('/assets/index-abc.js', { 'accept-encoding': accept })
    expect(response.headers.get('vary')).toContain('Accept-Encoding')
    const body = Buffer.from(await response.arrayBuffer())
    expect(response.headers.get('content-length')).toBe(String(body.byteLength))
    return [response.headers.get('content-encoding'), body] as const
  }
  const [brotli, small] = await bytes('gzip, deflate, br')
  expect([brotli, brotliDecompressSync(small).toString()]).toEqual(['br', SCRIPT])
  const [gzip, smaller] = await bytes('gzip, br;q=0')
  expect([gzip, gunzipSync(smaller).toString()]).toEqual(['gzip', SCRIPT])
  const [none, plain] = await bytes('identity')
  expect([none, plain.toString()]).toEqual([null, SCRIPT])
  const font = await get('/assets/font-abc.woff2', { 'accept-encoding': 'br' })
  expect(font.headers.get('content-encoding')).toBeNull()
})

test('HEAD has the headers and no body', async () => {
  for (const path of ['/', '/assets/index-abc.js', '/nothing.js']) {
    const response = await get(path, {}, 'HEAD')
    expect(Number(response.headers.get('content-length'))).toBeGreaterThan(0)
    expect(await response.text()).toBe('')
  }
})

test('a folder without the page is no site', () => {
  expect(() => createSite(join(folder, 'assets'), { https: false, hstsSubdomains: true })).toThrow()
})

describe('an update under pages that are open', () => {
  const root = mkdtempSync(join(tmpdir(), 'callboard-builds-'))
  afterAll(() => rmSync(root, { recursive: true }))
  const dist = join(root, 'dist')
  const stored = join(root, 'builds')
  /** The folder of the n-th build, and a server started on it. */
  const start = async (nth: number) => {
    rmSync(dist, { recursive: true, force: true })
    mkdirSync(join(dist, 'assets'), { recursive: true })
    writeFileSync(join(dist, 'index.html'), `<script src="/assets/index-${nth}.js"></script>`)
    writeFileSync(join(dist, `assets/index-${nth}.js`), `build ${nth}`)
    const site = createSite(dist, { https: false, hstsSubdomains: true })
    await site.keepBuilds?.(buildsInFolder(stored))
    // Starts are days apart, file times only a tick.
    const ages = readdirSync(stored).map((name) => [name, statSync(join(stored, name)).mtimeMs] as const)
    for (const [name, at] of ages) utimesSync(join(stored, name), at / 1000 - 60, at / 1000 - 60)
    return async (path: string) => {
      const response = await site.fetch(new Request(`http://localhost:8080${path}`))
      return response.ok ? response.text() : response.status
    }
  }

  test('a running server answers from memory though its folder is gone', async () => {
    const get = await start(1)
    rmSync(dist, { recursive: true })
    expect(await get('/assets/index-1.js')).toBe('build 1')
    expect(await get('/')).toContain('index-1.js')
  })

  test('fault-old-part: the files of the two builds before are still there, those of the third before are not', async () => {
    for (const nth of [2, 3]) await start(nth)
    await start(3)
    const get = await start(4)
    expect(await get('/')).toContain('index-4.js')
    const answers = await Promise.all([1, 2, 3, 4].map((nth) => get(`/assets/index-${nth}.js`)))
    expect(answers).toEqual([404, 'build 2', 'build 3', 'build 4'])
    expect(readdirSync(stored)).toHaveLength(3)
  })

  test('a server that is not updated yet has the parts of one that is', async () => {
    const former = await start(6)
    const updated = await start(7)
    const answers = [
      former('/assets/index-7.js'),
      updated('/assets/index-6.js'),
      former('/assets/index-8.js'),
    ]
    expect(await Promise.all(answers)).toEqual(['build 7', 'build 6', 404])
    rmSync(stored, { recursive: true })
    expect(await former('/assets/index-8.js')).toBe(404)
  })

  test('where nothing can be kept, this build is served all the same', async () => {
    await start(5)
    const site = createSite(dist, { https: false, hstsSubdomains: true })
    writeFileSync(join(root, 'file'), '')
    await expect(site.keepBuilds?.(buildsInFolder(join(root, 'file')))).rejects.toThrow()
    expect((await site.fetch(new Request('http://localhost:8080/assets/index-5.js'))).status).toBe(200)
  })
})
