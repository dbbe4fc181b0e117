import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { Worker } from 'node:worker_threads'
import { chromium } from '@playwright/test'
import { build, preview } from 'vite'
import { ensureChromium } from '../../scripts/chromium.ts'
import { noteVersion } from '../support.ts'
import type { BenchPage } from './page.ts'
import type { EngineName, Order, Said } from './measure.ts'

/** Where engines run, each in a thread of its own. */
export interface Host {
  readonly name: string
  /** A fresh thread in the place of the one before. */
  readonly start: (engine: EngineName) => Promise<void>
  readonly ask: (engine: EngineName, order: Order) => Promise<Said>
  /** Bytes that an engine has taken; null where this cannot be measured. */
  readonly used: (engine: EngineName) => Promise<number | null>
  readonly wasm: string
  readonly close: () => Promise<void>
}

const PEERS = join(import.meta.dirname, '../peers')
const DUCKDB = join(PEERS, 'node_modules/@duckdb/duckdb-wasm/dist')
const WASM = join(DUCKDB, 'duckdb-eh.wasm')

/** Those that were added last among them: all of them are there then. */
const PACKAGES = ['@duckdb/duckdb-wasm', 'ag-grid-community']

/** The other engines are no dependencies of the project: they come when they are first needed. */
export const installPeers = () => {
  if (PACKAGES.every((name) => existsSync(join(PEERS, 'node_modules', name)))) return
  const { status } = spawnSync('npm', ['ci'], {
    cwd: PEERS,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  if (status !== 0) throw new Error('The other engines could not be installed')
}

export const nodeHost = (): Host => {
  const workers = new Map<EngineName, Worker>()
  const send = (engine: EngineName, order: Order) =>
    new Promise<{ said: Said; used?: number }>((resolve, reject) => {
      const worker = workers.get(engine)!
      worker.once('error', reject)
      worker.once('message', (data: { said: Said; used?: number } | { error: string }) => {
        worker.off('error', reject)
        if ('said' in data) resolve(data)
        else reject(new Error(data.error))
      })
      worker.postMessage(order)
    })
  return {
    name: `Node ${process.versions.node}`,
    wasm: WASM,
    start: async (engine) => {
      await workers.get(engine)?.terminate()
      const limits = { maxOldGenerationSizeMb: 8192 }
      workers.set(engine, new Worker(join(import.meta.dirname, 'node-worker.ts'), { resourceLimits: limits }))
    },
    ask: async (engine, order) => (await send(engine, order)).said,
    used: async (engine) => (await send(engine, { do: 'memory' })).used ?? null,
    close: async () => {
      for (const worker of workers.values()) await worker.terminate()
    },
  }
}

export const chromiumHost = async (): Promise<Host> => {
  const folder = mkdtempSync(join(tmpdir(), 'callboard-bench-'))
  const config = {
    configFile: false,
    root: import.meta.dirname,
    logLevel: 'error',
    resolve: {
      alias: {
        '#': join(import.meta.dirname, '../../src'),
        // Vite does not find it by its package's exports.
        '@duckdb/duckdb-wasm/blocking': join(DUCKDB, 'duckdb-browser-blocking.mjs'),
      },
    },
    worker: { format: 'es' },
    build: { outDir: folder, emptyOutDir: true, target: 'es2023', assetsInlineLimit: 0 },
  } as const
  await build(config)
  mkdirSync(join(folder, 'wasm'))
  copyFileSync(WASM, join(folder, 'wasm/duckdb-eh.wasm'))
  const server = await preview({
    ...config,
    preview: {
      host: '127.0.0.1',
      port: 0,
      // A cross-origin isolated page gets the exact clock.
      headers: {
        'Cross-Origin-Opener-Policy': 'same-origin',
        'Cross-Origin-Embedder-Policy': 'require-corp',
      },
    },
  })
  const { port } = server.httpServer.address() as AddressInfo
  const browser = await chromium.launch({
    executablePath: ensureChromium(),
    chromiumSandbox: process.getuid?.() !== 0,
  })
  noteVersion(browser)
  const page = await browser.newPage()
  await page.goto(`http://127.0.0.1:${port}/`)
  await page.waitForFunction(() => 'bench' in globalThis)
  return {
    name: `Chromium ${browser.version()}`,
    wasm: '/wasm/duckdb-eh.wasm',
    start: (engine) =>
      page.evaluate((name) => (globalThis as unknown as { bench: BenchPage }).bench.start(name), engine),
    ask: (engine, order) =>
      page.evaluate(([name, what]) => (globalThis as unknown as { bench: BenchPage }).bench.ask(name, what), [
        engine,
        order,
      ] as const),
    used: () => Promise.resolve(null),
    close: async () => {
      await browser.close()
      await server.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
