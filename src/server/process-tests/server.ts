import { readFileSync } from 'node:fs'
import process from 'node:process'
import { keepCompiled, writeCompiled } from '../../../scripts/compile-cache.ts'

const SAMPLE_MS = 5
/** Memory in use without file pages, whose amount is the system's choice. */
const memoryInUse = () => {
  try {
    const [, kilobytes] = /^RssAnon:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? []
    return Number(kilobytes) * 1024
  } catch {
    // Not Linux: includes files.
    return process.memoryUsage.rss()
  }
}
let peakMemory = 0
const sample = () => void (peakMemory = Math.max(peakMemory, memoryInUse()))
setInterval(sample, SAMPLE_MS).unref()

/**
 * The whole server in a process, for tests that kill, starve or misconfigure it: main.ts with SITE in place of the built app.
 * Started by start-process.ts; over its channel it reports its peak memory in bytes, without file pages.
 */
process.on('message', () => {
  sample()
  process.send?.(peakMemory)
})
process.on('disconnect', () => process.exit())
// The channel must not keep a stopped process alive.
process.channel?.unref()
// As scripts/start.ts does.
keepCompiled()
const [{ serve }, { createSite }] = await Promise.all([
  import('#/server/boot.ts'),
  import('#/server/document/static.ts'),
])
const site = process.env['SITE']
await serve(({ transport }) =>
  site === undefined
    ? { build: 'test', fetch: () => Promise.resolve(new Response('page')) }
    : createSite(site, transport),
)
writeCompiled()
