import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vitest/config'

const MESSAGES = join(import.meta.dirname, '../src/i18n/paraglide/messages')
const INDEX = join(MESSAGES, '_index.js')
const IMPORTS = `import { getLocale, experimentalStaticLocale } from '../runtime.js'
import * as registry from '../registry.js'
`

const joined = (): string =>
  IMPORTS +
  readdirSync(MESSAGES)
    .filter((file) => file.endsWith('.js') && file !== '_index.js')
    .toSorted()
    .map((file) => readFileSync(join(MESSAGES, file), 'utf8').replaceAll(/^import .*$/gm, ''))
    .join('\n')

/** Bundles messages for tests: thousands of modules are slow to load. */
export const joinedMessages = (): Plugin => ({
  name: 'joined-messages',
  enforce: 'pre',
  load: (id) => (id === INDEX ? joined() : undefined),
  // Vitest's cache key must depend on messages.
  configureVitest: ({ defineCacheKeyGenerator }) =>
    defineCacheKeyGenerator(({ id }) =>
      id === INDEX ? createHash('sha256').update(joined()).digest('hex') : undefined,
    ),
})
