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

const EARLIER_BUILDS = 2

/**
 * Files of the latest three builds, so that pages opened before an update still load their parts, on any
 * server during a rollout. Methods throw errors of the disk or database.
 */
export interface StoredBuilds {
  readonly keep: (build: string, files: BuildFiles) => Promise<void>
  readonly names: () => Promise<readonly string[]>
  /** Empty: removed. */
  readonly filesOf: (build: string) => Promise<BuildFiles>
}

export const isBuild = (name: string): boolean => /^[0-9a-f]{12}$/.test(name)

/** @param builds latest first */
export const tooOld = (builds: readonly string[]): readonly string[] => builds.slice(EARLIER_BUILDS + 1)
