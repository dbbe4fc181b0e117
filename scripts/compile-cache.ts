import { enableCompileCache, flushCompileCache } from 'node:module'
import { join } from 'node:path'

/*
 * Node strips the types of each file it loads, at each start. What is stripped is kept for the next one, which then takes
 * 12 MB less; where nothing can be written, every start strips anew.
 */

const FOLDER = join(import.meta.dirname, '../node_modules/.cache/callboard')

/** To be called before anything else of ours is loaded. */
export const keepCompiled = () => void enableCompileCache(FOLDER)

/** The same for `main.ts` as a process of its own, which calls nothing of this. */
export const WITH_COMPILED = { NODE_COMPILE_CACHE: FOLDER }

/** Everything is loaded: the next start has it, however this one ends. */
export const writeCompiled = () => flushCompileCache()
