import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/* Screen texts are short and plain. */

const FOLDER = join(import.meta.dirname, '../../i18n/messages')
const MAX_LENGTH = 140
const IN_DIALOG = /_means$/
/** Phrases of the former dialect. */
const BANNED =
  /\b(?:somebody|nobody|whoever|who is not|it did not come|stands?|at the most|at the least|go on|runway|minus phrases|, please|more than chance|lower end of|upper end of|documents no way)\b/i

type Message = string | readonly { readonly match: Readonly<Record<string, string>> }[]
interface Text {
  readonly file: string
  readonly key: string
  readonly text: string
}

const textsOf = (file: string): Text[] =>
  Object.entries(JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as Record<string, Message>)
    .filter(([key]) => !key.startsWith('$'))
    .flatMap(([key, message]) =>
      (typeof message === 'string' ? [message] : message.flatMap(({ match }) => Object.values(match))).map(
        (text) => ({ file, key, text }),
      ),
    )

const all = readdirSync(FOLDER).flatMap(textsOf)
const named = ({ file, key, text }: Text) => `${file} ${key}: ${text}`

test('finds the texts of both languages', () => {
  expect(new Set(all.map(({ file }) => file.split('.')[1]))).toEqual(new Set(['en', 'ru']))
  expect(all.length).toBeGreaterThan(4_000)
})

test('no text outside a dialog is longer than 140 characters', () => {
  expect(all.filter(({ key, text }) => text.length > MAX_LENGTH && !IN_DIALOG.test(key)).map(named)).toEqual(
    [],
  )
})

test('no English text has a phrase of the dialect', () => {
  expect(all.filter(({ file, text }) => file.includes('.en.') && BANNED.test(text)).map(named)).toEqual([])
})
