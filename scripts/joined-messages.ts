import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const COMPILED = join(import.meta.dirname, '../src/i18n/paraglide')
const MESSAGES = join(COMPILED, 'messages')
const IMPORTS = `import { getLocale, experimentalStaticLocale } from './runtime.js'
import * as registry from './registry.js'
export * as m from './joined-messages.js'
`

/**
 * All messages as one module beside those of the browser, one file a message, which are split by page: to load thousands of
 * files takes a thread of the server, or a test, a second. Node finds it by `imports` of package.json.
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
