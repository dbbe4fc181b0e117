import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const COMPILED = join(import.meta.dirname, '../src/i18n/paraglide')
const MESSAGES = join(COMPILED, 'messages')
const IMPORTS = `import { getLocale, experimentalStaticLocale } from './runtime.js'
import * as registry from './registry.js'
export * as m from './joined-messages.js'
`

/**
 * Writes all messages as one module for the server and tests, where thousands of files take a second to load. The browser's
 * stay one file a message, so that they can be split by page. Node finds the module by `imports` of package.json.
 */
export const joinMessages = (): void =>
  writeFileSync(
    join(COMPILED, 'joined-messages.js'),
    IMPORTS +
      readdirSync(MESSAGES)
        .filter((file) => file.endsWith('.js') && file !== '_index.js')
        .toSorted()
        .map((file) => readFileSync(join(MESSAGES, file), 'utf8').replaceAll(/^import .*$/gm, ''))
        .join('\n'),
  )
