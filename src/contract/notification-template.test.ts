import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { growth, LINEAR } from '#/test/growth.ts'
import { runs } from '#/test/runs.ts'
import {
  fillHtml,
  fillText,
  isPlainTemplate,
  MAX_TEMPLATE,
  PLACEHOLDER_NAMES,
  PLACEHOLDERS,
  placeholderValues,
  SAMPLE_CONTACT,
  unknownPlaceholders,
  usedPlaceholders,
  type NotificationContact,
  type Placeholder,
  type PlaceholderValues,
} from './notification-template.ts'
import { obj } from './object.ts'

const OBJECT = {
  title: 'Домоград Окна',
  phone_number: '74957654321',
  client_phone_numbers: obj.shape.client_phone_numbers.lenient.parse([
    { number: '74950000002', priority: 2 },
    { number: '74950000009' },
    { number: 'sip:sales@sip.example', priority: 1 },
  ]),
}
const EMPTY: NotificationContact = {
  date: null,
  phone_number_from: null,
  dialstatus: '',
  request_uri: ' ',
  source: null,
  referrer: null,
  search_request: null,
  duration: null,
  record_url: null,
  region: null,
  sms_message: null,
}
const sampleValues = placeholderValues(OBJECT, SAMPLE_CONTACT)
const valuesWith = (values: Partial<PlaceholderValues>): PlaceholderValues => ({ ...sampleValues, ...values })
const allOf = (template: string) => PLACEHOLDER_NAMES.map((name) => template.replaceAll('*', `%${name}%`))

/** As a browser reads text or an attribute's value. */
const read = (html: string) =>
  html.replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))

/** Any value of a service, and an attacker's. */
const value = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '"><script>x</script>',
    `' onerror='x`,
    ' onload=x ',
    '</style>',
    '-->',
    '`',
    '&lt;',
    '%СМС%',
  ),
)

describe('values', () => {
  test('there are the fourteen of the document', () => {
    const text = readFileSync(new URL('../../docs/api.md', import.meta.url), 'utf8')
    const documented = /Placeholders:([^.]*)\./.exec(text)?.[1] ?? ''
    expect(PLACEHOLDER_NAMES).toHaveLength(14)
    expect([...documented.matchAll(/%(\S+)%/g)].map(([, name]) => name)).toEqual(PLACEHOLDER_NAMES)
  })

  test('each is the field it means', () => {
    expect(sampleValues).toEqual({
      НАЗВАНИЕ_ОБЪЕКТА: 'Домоград Окна',
      ВРЕМЯ_ЗВОНКА: '20.11.2026 14:03',
      ОТ_КОГО: '79001234567',
      НА_НОМЕР: '74957654321',
      ПЕРЕАДРЕСОВАН_НА: 'sip:sales@sip.example',
      СТАТУС_ЗВОНКА: 'Разговор состоялся',
      СТРАНИЦА_ЗВОНКА: 'https://example.com/price',
      НАЗВАНИЕ_ИСТОЧНИКА: 'Контекстная реклама',
      РЕФЕРЕР: 'https://example.org/search',
      ПОИСКОВЫЙ_ЗАПРОС: 'цена под ключ',
      ДЛИТЕЛЬНОСТЬ: '3:07',
      ЗАПИСЬ: 'https://example.com/record.mp3',
      ГЕОЛОКАЦИЯ: 'Москва',
      СМС: 'Перезвоните мне, пожалуйста',
    })
  })

  test('what is absent is a dash, never an empty place', () => {
    const values = placeholderValues({ title: null, phone_number: null, client_phone_numbers: [] }, EMPTY)
    expect(new Set(Object.values(values))).toEqual(new Set(['–']))
  })

  test.each([
    [{ duration: 0 }, 'ДЛИТЕЛЬНОСТЬ', '0:00'],
    [{ duration: 3_725 }, 'ДЛИТЕЛЬНОСТЬ', '1:02:05'],
    [{ duration: -5 }, 'ДЛИТЕЛЬНОСТЬ', '–'],
    [{ date: '2026-01-02 03:04:05+05:45' }, 'ВРЕМЯ_ЗВОНКА', '02.01.2026 03:04'],
    [{ date: 'yesterday' }, 'ВРЕМЯ_ЗВОНКА', 'yesterday'],
    [{ sms_message: 'x'.repeat(3000) }, 'СМС', `${'x'.repeat(2000)}…`],
  ] satisfies [Partial<NotificationContact>, Placeholder, string][])('%j', (changes, name, text) => {
    expect(placeholderValues(OBJECT, { ...EMPTY, ...changes })[name]).toBe(text)
  })

  test('every field of a contact is named as the API names it', () => {
    const fields = Object.values(PLACEHOLDERS).map(({ field }) => field)
    expect(fields.filter((field) => field.startsWith('call.')).map((field) => field.slice(5))).toEqual(
      expect.arrayContaining(Object.keys(EMPTY)),
    )
  })
})

describe('filling', () => {
  test('all fourteen are replaced, in texts, in tags and beside each other', () => {
    for (const template of allOf('<p title="*">*</p>**100%').concat(allOf('*, *'))) {
      expect(fillHtml(template, sampleValues)).not.toMatch(/%[А-Я]/)
      expect(fillText(template, sampleValues)).not.toMatch(/%[А-Я]/)
    }
    expect(fillText('%ОТ_КОГО%: 100%ДЛИТЕЛЬНОСТЬ%', sampleValues)).toBe('79001234567: 1003:07')
  })

  test('notification-values-are-text: no value adds markup, and each means itself', () => {
    fc.assert(
      fc.property(value, fc.constantFrom(...PLACEHOLDER_NAMES), (text, name) => {
        const values = valuesWith({ [name]: text })
        for (const [before, after] of [
          ['<p>', '</p>'],
          ['<a href="', '">x</a>'],
          [`<a href='`, `'>x</a>`],
          ['<a href=', '>x</a>'],
          ['', ''],
        ] as const) {
          const filled = fillHtml(`${before}%${name}%${after}`, values)
          const inside = filled.slice(before.length, filled.length - after.length)
          // Characters that end a text, attribute or tag; only HTML's five kinds of white space.
          expect(inside).not.toMatch(/[<>"'`= \t\n\f\r]/)
          expect(read(inside)).toBe(text)
        }
      }),
      runs(500, 100_000),
    )
  })

  test('a template without placeholders stays what it is', () => {
    const markup = fc.constantFrom(
      '<',
      '>',
      '<p ',
      '</',
      '<!--',
      '"',
      '%',
      '%D0%9F',
      '&',
      '50%',
      'текст',
      '\n',
    )
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.array(markup).map((parts) => parts.join('')),
        ),
        (template) => {
          fc.pre(usedPlaceholders(template).length + unknownPlaceholders(template).length === 0)
          expect(fillHtml(template, sampleValues)).toBe(template)
          expect(fillText(template, sampleValues)).toBe(template)
        },
      ),
      runs(500, 50_000),
    )
  })

  test('an unknown placeholder is marked and named; inside a tag only named', () => {
    const template = '<a href="/%АДРЕС%">%ИМЯ_КЛИЕНТА%</a> %СМС% 5 < 6 %ИМЯ_КЛИЕНТА%, <b %КОНЕЦ%'
    expect(fillHtml(template, valuesWith({ СМС: 'да' }))).toBe(
      '<a href="/%АДРЕС%"><mark>%ИМЯ_КЛИЕНТА%</mark></a> да 5 < 6 <mark>%ИМЯ_КЛИЕНТА%</mark>, <b %КОНЕЦ%',
    )
    expect(unknownPlaceholders(template)).toEqual(['АДРЕС', 'ИМЯ_КЛИЕНТА', 'КОНЕЦ'])
    expect(usedPlaceholders(template)).toEqual(['СМС'])
  })

  test.each([
    // The last letter is Latin, a look-alike.
    ['%СМC%', ['СМC']],
    ['%От_кого%', ['От_кого']],
    ['https://example.com/%D0%BE%D1%82?a=100%25', []],
    ['ширина 50% и 60%', []],
    ['%НАЗВАНИЕ ОБЪЕКТА%', []],
    ['%constructor% %__proto__%', []],
  ])('%s', (template, unknown) => {
    expect(unknownPlaceholders(template)).toEqual(unknown)
  })

  test('a template of megabytes, and one that names a long value over and over, have their bounds', () => {
    expect(fillHtml('x'.repeat(MAX_TEMPLATE + 1), sampleValues)).toHaveLength(MAX_TEMPLATE)
    const filled = fillHtml('%СМС%'.repeat(100_000), valuesWith({ СМС: '<'.repeat(2000) }))
    expect(filled.length).toBeLessThan(8 * 1024 * 1024)
  })

  test.each(['<a', '<', '%', '%Ы', '%Ы_', '<!--%'])(
    'a template of %j alone takes time in proportion',
    { tags: 'all' },
    (part) => {
      const fill = (size: number) => void fillHtml(part.repeat(size / part.length), sampleValues)
      expect(growth(fill, MAX_TEMPLATE)).toBeLessThan(LINEAR)
    },
  )

  test.each([
    ['Звонок от %ОТ_КОГО%\n5 < 6', true],
    ['a <b', false],
    ['</p>', false],
    ['<!-- x', false],
  ])('%j is plain: %s', (template, plain) => {
    expect(isPlainTemplate(template)).toBe(plain)
  })
})
