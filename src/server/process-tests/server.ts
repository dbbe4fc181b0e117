import { readFileSync } from 'node:fs'
import process from 'node:process'
import { keepCompiled, writeCompiled } from '../../../scripts/compile-cache.ts'

const SAMPLE_MS = 5
/**
 * Bytes of memory in use without the pages of files, Node's own above all: how much of these lies in memory is the
 * system's choice, which takes them back when they are idle, and nothing that an answer does.
 */
const memoryInUse = () => {
  try {
    const [, kilobytes] = /^RssAnon:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? []
    return Number(kilobytes) * 1024
  } catch {
    // Not Linux: files count.
    return process.memoryUsage.rss()
  }
}
let peakMemory = 0
const sample = () => void (peakMemory = Math.max(peakMemory, memoryInUse()))
setInterval(sample, SAMPLE_MS).unref()

/**
 * The whole server in a process of its own, for tests that kill, starve or misconfigure one: main.ts but for the built
 * app, which no unit test has: SITE is a folder that stands for one. Started by start-process.ts; asked over its channel, it tells the most memory it ever
 * took, in bytes, without the pages of files.
 */
process.on('message', () => {
  sample()
  process.send?.(peakMemory)
})
process.on('disconnect', () => process.exit())
// The channel alone is no reason to go on after a signal to stop.
process.channel?.unref()
// As scripts/start.ts does.
keepCompiled()
const [{ serve }, { createSite }] = await Promise.all([
  import('#/server/boot.ts'),
  import('#/server/http/static.ts'),
])
const site = process.env['SITE']
await serve(({ transport }) =>
  site === undefined
    ? { build: 'test', fetch: () => Promise.resolve(new Response('page')) }
    : createSite(site, transport),
)
writeCompiled()
