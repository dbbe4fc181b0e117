import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const FOLDER = new URL('./messages/', import.meta.url)
const read = (file: string): Record<string, unknown> =>
  JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8'))
const subjects = new Set(readdirSync(FOLDER).map((file) => file.replace(/\.\w+\.json$/, '')))

const inputs = (message: unknown): string[] =>
  [...new Set(JSON.stringify(message).match(/\{\w+\}/g) ?? [])].toSorted()

/** Texts without selectors and declarations. */
const texts = (message: unknown): string[] =>
  typeof message === 'string'
    ? [message]
    : (message as { match: Record<string, string> }[]).flatMap(({ match }) => Object.values(match))

test.each([...subjects])('%s: both languages say the same things', (subject) => {
  const { $schema: _, ...english } = read(`${subject}.en.json`)
  const { $schema: __, ...russian } = read(`${subject}.ru.json`)
  expect(Object.keys(russian)).toEqual(Object.keys(english))
  for (const key of Object.keys(english)) {
    expect([key, inputs(russian[key])]).toEqual([key, inputs(english[key])])
    for (const text of [...texts(english[key]), ...texts(russian[key])])
      expect([key, text.trim()]).not.toEqual([key, ''])
  }
})

/** Pages and filters that have another name now. */
const FORMER = /«Перезвонить»|“Source title”|«Название источника»/

test('texts name pages and filters as they are called today', () => {
  for (const subject of subjects)
    for (const language of ['en', 'ru'])
      for (const [key, message] of Object.entries(read(`${subject}.${language}.json`)))
        if (key !== '$schema')
          for (const text of texts(message)) expect([key, FORMER.exec(text)?.[0]]).toEqual([key, undefined])
})

test('Russian counts have three forms', () => {
  for (const subject of subjects)
    for (const [key, message] of Object.entries(read(`${subject}.ru.json`))) {
      const [plural] = Array.isArray(message) ? (message as { match: Record<string, string> }[]) : []
      if (plural)
        expect([key, Object.keys(plural.match)]).toEqual([
          key,
          ['plural=one', 'plural=few', 'plural=many', 'plural=other'],
        ])
    }
})

test('every message is used', () => {
  const sources = readdirSync(new URL('../', import.meta.url), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('paraglide'))
    .map((file) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8'))
    .join('\n')
  const used = new Set(sources.match(/\bm\.\w+/g)?.map((name) => name.slice(2)))
  const keys = [...subjects].flatMap((subject) =>
    Object.keys(read(`${subject}.en.json`)).filter((key) => key !== '$schema'),
  )
  expect(keys.filter((key) => !used.has(key))).toEqual([])
})

/** Phrases that read like a translation. */
const STIFF =
  /\b(somebody|nobody|whoever|everybody|who is not|did not come|stands? (still|out)|at the (most|least)|put right|meanwhile)\b/i

test('English texts are in plain words', () => {
  for (const subject of subjects)
    for (const [key, message] of Object.entries(read(`${subject}.en.json`)))
      if (key !== '$schema')
        for (const text of texts(message)) expect([key, STIFF.exec(text)?.[0]]).toEqual([key, undefined])
})
