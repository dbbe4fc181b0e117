import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { oneLanguage } from './one-language.ts'

const ROOT = join(import.meta.dirname, '../..')
const MESSAGES = join(ROOT, 'src/i18n/paraglide/messages')

test('what a message becomes does not tell the folder of the build: its length is what files are made up by', () => {
  const { buildStart, transform } = oneLanguage('ru') as unknown as {
    buildStart: () => void
    transform: (code: string, id: string) => { code: string }
  }
  buildStart()
  const file = join(
    MESSAGES,
    readdirSync(MESSAGES).find((name) => name.startsWith('clients_'))!,
  )
  const { code } = transform(readFileSync(file, 'utf8'), file)
  expect(code).toContain('registry')
  expect(code).not.toContain(ROOT)
})
