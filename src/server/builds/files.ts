import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'

/** Files of a build by address: `/assets/index-DRw4_eUC.js`. */
export type BuildFiles = ReadonlyMap<string, Uint8Array<ArrayBuffer>>

/** What may be served, by extension. Source maps are not among it, and nothing else that happens to lie in the folder. */
export const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
}
/** Beside a file: the same as the build has compressed it with Brotli, further than there is time for here. */
export const BROTLI = '.br'

const isServed = (path: string): boolean =>
  !path.includes('/.') && extname(path.endsWith(BROTLI) ? path.slice(0, -BROTLI.length) : path) in TYPES

/**
 * What of a folder may be served, in memory: no later request can name a path outside of it, and a build that replaces
 * the folder takes nothing away from pages that are open.
 */
export const readFiles = (folder: string): BuildFiles =>
  new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((file) => [file.slice(folder.length).replaceAll('\\', '/'), file] as const)
      .filter(([path]) => isServed(path))
      .map(([path, file]) => [path, new Uint8Array(readFileSync(file))]),
  )
