import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import type { Session } from '#/contract/session.ts'
import { createSite } from './static.ts'
import type { PreloadedData } from './preload.ts'

const folder = mkdtempSync(join(tmpdir(), 'callboard-document-'))
afterAll(() => rmSync(folder, { recursive: true }))
mkdirSync(join(folder, '.vite'))
writeFileSync(
  join(folder, 'index.html'),
  '<!doctype html><head></head><script src="/assets/index.js"></script>',
)
const part = (file: string, imports: string[] = [], css: string[] = []) => ({
  file: `assets/${file}`,
  imports,
  css: css.map((style) => `assets/${style}`),
})
const split = (route: string) => `src/routes/${route}.tsx?tsr-split=component`
writeFileSync(
  join(folder, '.vite/manifest.json'),
  JSON.stringify({
    'index.html': {
      ...part('index-abc.js', [], ['index.css']),
      isEntry: true,
      assets: ['latin', 'cyrillic', 'latin-ext'].map((part) => `assets/inter-${part}-wght-normal-abc.woff2`),
    },
    '_shared-abcdefgh.js': part('shared.js', ['index.html'], ['frame.css']),
    // Two pages' own, named by a module.
    '_shared-reports-abcdefgh.js': part('shared-reports.js', ['index.html']),
    '_table.js': part('table.js', ['index.html'], ['frame.css']),
    [split('_app')]: part('app.js'),
    [split('_app/alerts')]: part('alerts.js'),
    [split('_app.calls')]: part('calls.js', ['_table.js', 'index.html'], ['journal.css']),
    [split('_app.objects.$oid.index')]: part('object.js'),
    // With its loader.
    [`${split('_app.overview')}---loader`]: part('overview.js'),
    [split('_app.overview_.report')]: part('report.js'),
    [split('sign-in')]: part('sign-in.js'),
  }),
)
const site = createSite(folder, { https: false, hstsSubdomains: true })

describe('the document names what its page needs', () => {
  const page = async (path: string, preload?: PreloadedData) => {
    const response = await site.fetch(
      new Request(`http://localhost:8080${path}`),
      async () => preload ?? null,
    )
    return { html: await response.text(), policy: response.headers.get('content-security-policy') ?? '' }
  }
  const preloaded = (html: string) =>
    Array.from(
      html.matchAll(/<link rel="modulepreload" href="\/assets\/([^"]+)" nonce="[^"]+">/g),
      ([, file]) => file,
    )
  const styled = (html: string) =>
    Array.from(
      html.matchAll(/<link rel="stylesheet" href="\/assets\/([^"]+)" nonce="[^"]+">/g),
      ([, file]) => file,
    )
  const session: Session = {
    principal: 'abc',
    user: null,
    rights: [],
    sign_in: 'session',
    ends_in: null,
    sign_out: true,
    refused: null,
    refused_because: null,
    ask: '</script><img src=x onerror=alert(1)>\u2028&amp;$&',
    sample: null,
    help: { url: null, text: null },
    wall: false,
  }
  const preload: PreloadedData = {
    path: '/calls',
    start: { session, at: 7 },
    requests: ['/api/v2/calls?a=1&period="month"'],
  }

  test.each([
    ['/calls', ['shared.js', 'app.js', 'calls.js', 'table.js']],
    ['/objects/my.site.ru', ['shared.js', 'app.js', 'object.js']],
    ['/overview', ['shared.js', 'app.js', 'overview.js']],
    ['/overview/report', ['shared.js', 'app.js', 'report.js']],
    ['/alerts', ['shared.js', 'app.js', 'alerts.js']],
    ['/sign-in', ['sign-in.js']],
    ['/objects/a/b', ['shared.js']],
    ['/nowhere', ['shared.js']],
  ])('%s: the scripts of its route', async (path, files) =>
    expect(preloaded((await page(path)).html)).toEqual(files),
  )

  test.each([
    ['/calls', ['frame.css', 'journal.css']],
    ['/alerts', ['frame.css']],
    ['/sign-in', []],
  ])('%s: the styles of its route, each once', async (path, files) =>
    expect(styled((await page(path)).html)).toEqual(files),
  )

  test('and of the page that it will be', async () =>
    expect(preloaded((await page('/', preload)).html)).toEqual([
      'shared.js',
      'app.js',
      'calls.js',
      'table.js',
    ]))

  test.each([
    ['en', ['latin']],
    ['ru', ['latin', 'cyrillic']],
  ])('the typeface that %s is written with', async (language, parts) => {
    const headers = { 'accept-language': language }
    const response = await site.fetch(new Request('http://localhost:8080/calls', { headers }))
    const fonts = (await response.text()).matchAll(
      /as="font" type="font\/woff2" href="\/assets\/inter-([a-z-]+)-wght/g,
    )
    expect(Array.from(fonts, ([, part]) => part)).toEqual(parts)
  })

  test('it brings what is known along, and nothing in it is markup', async () => {
    const { html, policy } = await page('/calls', preload)
    const [, nonce, json] =
      /<script type="application\/json" id="callboard-start" nonce="([^"]+)">([^<]*)<\/script>/.exec(html)!
    expect(policy).toContain(`'nonce-${nonce}'`)
    expect(JSON.parse(json!)).toEqual({ session, at: 7, build: site.build })
    expect(json).not.toMatch(/[<>&\u2028]/)
    expect(html).toContain(
      '<link rel="preload" as="fetch" href="/api/v2/calls?a=1&amp;period=&quot;month&quot;" crossorigin>',
    )
    expect((await page('/calls')).html).not.toContain('callboard-start')
  })
})
