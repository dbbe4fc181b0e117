import process from 'node:process'
import { keepCompiled, writeCompiled } from '../../../scripts/compile-cache.ts'

/**
 * The whole server in a process of its own, for tests that kill, starve or misconfigure one: main.ts but for the built
 * app, which no unit test has: SITE is a folder that stands for one. Started by start-process.ts; asked over its channel, it tells the most memory it ever
 * took, in bytes.
 */
process.on('message', () => process.send?.(process.resourceUsage().maxRSS * 1024))
process.on('disconnect', () => process.exit())
// The channel alone is no reason to go on after a signal to stop.
process.channel?.unref()
// As scripts/start.ts does.
keepCompiled()
const [{ serve }, { createSite }] = await Promise.all([
  import('#/server/boot.ts'),
  import('#/server/static.ts'),
])
const site = process.env['SITE']
await serve(({ transport }) =>
  site === undefined
    ? { build: 'test', fetch: () => Promise.resolve(new Response('page')) }
    : createSite(site, transport),
)
writeCompiled()
