import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'

export type BuildFiles = ReadonlyMap<string, Uint8Array<ArrayBuffer>>

/** Served file types; no source maps, nor stray files. */
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
/** The build's Brotli file, compressed better than is possible per request. */
export const BROTLI = '.br'

const isServed = (path: string): boolean =>
  !path.includes('/.') && extname(path.endsWith(BROTLI) ? path.slice(0, -BROTLI.length) : path) in TYPES

/** Loads the served files of a folder: requests cannot reach other paths, and a new build does not break open pages. */
export const readFiles = (folder: string): BuildFiles =>
  new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((file) => [file.slice(folder.length).replaceAll('\\', '/'), file] as const)
      .filter(([path]) => isServed(path))
      .map(([path, file]) => [path, new Uint8Array(readFileSync(file))]),
  )
