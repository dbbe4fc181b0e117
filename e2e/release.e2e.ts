import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { build } from 'vite'
import { DIST, startBuilt } from './support/servers/built-server.ts'
import { close, onLoopback, test } from './support/servers/real-api.ts'
import { signIn } from './support/sign-in.ts'
import { answered, expect } from './support/test.ts'

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))

/** The app in English with one line more, as a small release has it. */
const buildNext = async (outDir: string) => {
  const changed = new Set<string>()
  await build({
    root: path('..'),
    mode: 'en',
    logLevel: 'error',
    build: { outDir, emptyOutDir: true, reportCompressedSize: false },
    plugins: [
      {
        name: 'one-line-change',
        enforce: 'pre',
        transform(code, id) {
          if (!id.endsWith('/src/app/shell.tsx')) return undefined
          changed.add(id)
          return `${code}\ndocument.documentElement.dataset.release = 'next'\n`
        },
      },
    ],
  })
  expect(changed.size).toBe(1)
}

/** Bytes of scripts and styles that travel, and how they are encoded, from now on. */
const watchAssets = async (page: Page) => {
  const travelled = { bytes: 0, encodings: new Set<string>() }
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const asked = new Map<string, string>()
  session.on('Network.responseReceived', ({ requestId, response }) => {
    if (!/\/assets\/.*\.(?:js|css)$/.test(response.url) || response.fromDiskCache) return
    asked.set(requestId, response.headers['content-encoding'] ?? response.headers['Content-Encoding'] ?? '')
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const encoding = asked.get(requestId)
    if (encoding === undefined || encodedDataLength === 0) return
    travelled.bytes += encodedDataLength
    travelled.encodings.add(encoding)
  })
  /** Once nothing more of this load is on its way. */
  return async () => {
    await answered(page)
    await session.detach()
    return travelled
  }
}

test(
  'after a release of one changed line a tenth of a first load travels, as differences from the build before',
  { tag: '@long' },
  async ({ page, gate }, testInfo) => {
    const { server, port } = await onLoopback(() => {})
    await close(server)
    const next = testInfo.outputPath('next')
    const env = { DATA_DIR: testInfo.outputPath('data'), API_BASE_URL: gate.url }
    await buildNext(next)
    let running = await startBuilt(port, DIST, env)
    const journal = () => expect(page.getByRole('table', { name: 'Contacts' })).toBeVisible()

    const endOfFirst = await watchAssets(page)
    await page.goto(`${running.origin}/sign-in`)
    await signIn(page, 'marketer')
    await page.goto(`${running.origin}/calls`)
    await journal()
    const cold = await endOfFirst()
    expect(cold.encodings).toContain('br')

    await running.stop()
    running = await startBuilt(port, next, env)
    const endOfSecond = await watchAssets(page)
    await page.reload()
    await journal()
    await expect(page.locator('html')).toHaveAttribute('data-release', 'next')
    const update = await endOfSecond()
    // What is smaller than the headers is not compressed; nothing that is travels whole.
    expect([...update.encodings].toSorted()).toEqual(['', 'dcb'])
    expect(update.bytes / cold.bytes).toBeLessThan(0.1)
    await page.goto('about:blank')
    await running.stop()
  },
)
