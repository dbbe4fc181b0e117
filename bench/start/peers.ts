import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { NONCE_PLACEHOLDER } from '#/server/headers.ts'
import { compressAll } from '../../scripts/build-app.ts'

/** Pages to measure beside, each a folder here. */
export const PEERS = ['floor', 'text'] as const
export type StartPeer = (typeof PEERS)[number]

/** Twenty, as a page of the API's lists has. */
const ROWS = Array.from(
  { length: 20 },
  (_, nth) => `Row ${nth}: a call of a minute and a half, answered, from an advertisement of the spring`,
)

/** Builds one as the app is built, with the answers that it asks for. @returns its folder, for SITE */
export const buildPeer = async (name: StartPeer, folder: string): Promise<string> => {
  const outDir = join(folder, name)
  await build({
    configFile: false,
    root: join(import.meta.dirname, name),
    logLevel: 'error',
    plugins: [react()],
    html: { cspNonce: NONCE_PLACEHOLDER },
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2023',
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
    },
  })
  compressAll(outDir)
  mkdirSync(outDir, { recursive: true })
  writeFileSync(join(outDir, 'rows.json'), JSON.stringify({ rows: ROWS }))
  writeFileSync(join(outDir, 'session.json'), JSON.stringify({ user: 'somebody' }))
  return outDir
}
