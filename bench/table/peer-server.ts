import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { build, preview, type InlineConfig } from 'vite'

/** Builds the peers' page as the app is built, and serves it. */
export const servePeers = async (): Promise<{
  readonly origin: string
  readonly close: () => Promise<void>
}> => {
  const folder = mkdtempSync(join(tmpdir(), 'callboard-bench-'))
  const config: InlineConfig = {
    configFile: false,
    root: import.meta.dirname,
    logLevel: 'error',
    plugins: [react()],
    build: { outDir: folder, emptyOutDir: true, target: 'es2023' },
  }
  await build(config)
  const server = await preview({ ...config, preview: { host: '127.0.0.1', port: 0 } })
  const { port } = server.httpServer.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    close: async () => {
      await server.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
