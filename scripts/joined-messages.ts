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

/**
 * All messages in one module, for tests: each is compiled into a file of its own, so that a build's parts hold what they
 * say, and to load thousands of them takes each test file longer than all else that it imports.
 */
export const joinedMessages = (): Plugin => ({
  name: 'joined-messages',
  enforce: 'pre',
  load: (id) => (id === INDEX ? joined() : undefined),
  // What Vitest keeps from run to run is known by its own file, which says nothing of what the messages say.
  configureVitest: ({ defineCacheKeyGenerator }) =>
    defineCacheKeyGenerator(({ id }) =>
      id === INDEX ? createHash('sha256').update(joined()).digest('hex') : undefined,
    ),
})
