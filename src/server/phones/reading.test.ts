import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { getCountries, getExampleNumber } from 'libphonenumber-js/min'
import examples from 'libphonenumber-js/examples.mobile.json'
import { describe, expect, test } from 'vitest'
import { identityOfCaller } from '#/contract/phones/caller.ts'
import { phoneCountry, readNumber } from '#/contract/phones/read-number.ts'
import { callerSearch } from '#/contract/phones/caller-search.ts'
import { callerLabel } from '#/domain/contact-list/caller-labels.ts'
import { formatPhone, phoneHref } from '#/i18n/phone.ts'
import { countryOf } from './countries.ts'
import { createNumberReading } from './reading.ts'

/** Cases of phones.tsv, for parsing and for display. */
const cases = readFileSync(join(import.meta.dirname, 'phones.tsv'), 'utf8')
  .replace(/\n$/, '')
  .split('\n')
  .slice(1)
  .map((line) => {
    const [received, country, identity, shown, dialled] = line.split('\t') as [
      string,
      string,
      string,
      string,
      string,
    ]
    return { received, country, identity, shown, dialled }
  })

/** A call as our server passes it on, by the object's country. */
const passedOn = (received: unknown, country: string) => {
  const obj = {
    oid: 'site',
    country: { id: 1, name: country === 'unknown' ? '' : country, translated_name: '' },
  }
  const answer = {
    calls: [{ id: 1, obj_oid: 'site', phone_number_from: received, status: 2 }],
    meta: { obj: [obj] },
  }
  const read = createNumberReading().read('account', 'all_calls', answer) as {
    calls: [{ caller: string | null; phone_number_from: string; status: number }]
  }
  return read.calls[0]
}

describe('a number is read, shown and dialled as its case says', () => {
  test.each(cases)('$received ($country)', ({ received, country, identity, shown, dialled }) => {
    const call = passedOn(received, country)
    expect(call.phone_number_from).toBe(received)
    expect(call.caller === null ? 'withheld' : identityOfCaller(call.caller)).toBe(identity)
    expect(callerLabel(call)).toBe(shown)
    expect((call.caller && phoneHref(call.caller)) ?? '-').toBe(dialled)
  })
})

test('tells where an object is by its name, its translated name or two letters', () => {
  const of = (name: unknown, translated_name: unknown = '') => countryOf({ id: 1, name, translated_name })
  expect(of('Russia')).toBe('RU')
  expect(of(' russia ')).toBe('RU')
  expect(of('', 'Казахстан')).toBe('KZ')
  expect(of('kz')).toBe('KZ')
  expect(of('Германия')).toBe('DE')
  expect(of('Somewhere', 'Где-то')).toBeNull()
  for (const odd of [null, undefined, 'Russia', 7, {}, { name: null }]) expect(countryOf(odd)).toBeNull()
})

test('remembers where an object is when an answer does not say it', () => {
  const { read, countries } = createNumberReading()
  const call = { id: 1, obj_oid: 'site', phone_number_from: '84951234567' }
  const callerIn = (answer: unknown) => (answer as { call: { caller: string } }).call.caller
  expect(callerIn(read('one', 'call', { call }))).toBe('84951234567')
  read('one', 'objects', { objs: [{ oid: 'site', country: { name: 'Russia' } }] })
  expect(callerIn(read('one', 'call', { call }))).toBe('+74951234567')
  expect(read('one', 'call', call)).toMatchObject({ caller: '+74951234567' })
  expect(callerIn(read('two', 'call', { call }))).toBe('84951234567')
  expect([...countries('one')]).toEqual([['site', 'RU']])
})

test('reads the numbers of an object, and leaves what is no record alone', () => {
  const { read } = createNumberReading()
  const objs = [
    {
      oid: 'site',
      country: { name: 'Russia' },
      phone_number: '84951234567',
      client_phone_numbers: [
        { number: '8 916 123-45-67', phone_number: '79161234567', sip: '' },
        { number: 'sip:office@pbx.example', phone_number: '', sip: 'sip:office@pbx.example' },
        7,
      ],
    },
    'odd',
  ]
  expect(read('one', 'objects', { objs })).toMatchObject({
    objs: [
      {
        own_number: '+74951234567',
        client_phone_numbers: [{ targets: ['+79161234567'] }, { targets: ['sip:office@pbx.example'] }, 7],
      },
      'odd',
    ],
  })
  for (const odd of [null, [], 'text', 7, { calls: 'none' }, { calls: [null, 7, []] }])
    expect(read('one', 'all_calls', odd)).toEqual(odd)
})

const anyCountry = fc.constantFrom(null, ...getCountries())

test('never changes digits behind a plus, whatever the country', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[1-9]\d{6,14}$/), anyCountry, (digits, country) => {
      fc.pre(readNumber(`+${digits}`, null) !== null)
      expect(readNumber(`+${digits}`, country)).toBe(`+${digits}`)
    }),
  )
})

test('reads what it has read as the same, in every country', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 40, unit: 'grapheme' }), anyCountry, (text, country) => {
      const caller = readNumber(text, country)
      if (caller?.startsWith('+')) expect(readNumber(caller, country)).toBe(caller)
    }),
  )
})

test('finds every notation of a number of each country to be one caller', () => {
  for (const country of getCountries()) {
    const example = getExampleNumber(country, examples)
    if (!example) continue
    const { number } = example
    const ways = [number, example.formatInternational(), number.slice(1), `sip:${number}@pbx.example`]
    // Shorter ones are extensions in any country.
    if (example.nationalNumber.length > 5) ways.push(example.formatNational())
    for (const way of ways) expect([country, way, readNumber(way, country)]).toEqual([country, way, number])
    expect(formatPhone(number).replaceAll(/[^+\d]/g, '')).toBe(number)
  }
})

test('finds a caller by a part that is typed, as it is dialled where the object is', () => {
  const finds = (typed: string, identity: string, countries: readonly string[] = ['RU']) =>
    callerSearch(
      typed,
      countries.flatMap((code) => phoneCountry(code) ?? []),
    ).finds(identity)
  for (const typed of [
    '8 495',
    '8495',
    '+7 (495)',
    '7495',
    '495 123',
    '8 (495) 123-45-67',
    '4951234567',
    '84951',
  ])
    expect([typed, finds(typed, '+74951234567')]).toEqual([typed, true])
  expect(finds('74951234567 доб. 12', '+74951234567')).toBe(true)
  expect(finds('+84901234567', '+84901234567')).toBe(true)
  expect(finds('+84901234567', '+74901234567')).toBe(false)
  expect(finds('8 495', '+74951234567', [])).toBe(false)
  expect(finds('050', '+380501234567', ['UA'])).toBe(true)
  expect(finds('812 660', '+78126601234')).toBe(true)
  expect(finds('alic', 'alice')).toBe(true)
  expect(callerSearch('anonymous', []).isWithheld).toBe(true)
})

test('takes a leading 8 for 7 from the second digit on, however it is typed', () => {
  const ask = (typed: string) => callerSearch(typed, ['RU']).filter
  // Ten digits may be a whole number without its prefix.
  for (const digits of [2, 3, 4, 5, 6, 7, 8, 9, 11])
    expect(ask('84951234567'.slice(0, digits))).toBe('74951234567'.slice(0, digits))
  for (const written of ['8 495', '8 (495)', '8-495', '8(495']) expect(ask(written)).toBe(ask('+7 (495)'))
  expect(ask('8')).toBe('8')
  // The town's own 8.
  expect(ask('812 660-40')).toBe('81266040')
})

test('asks the service for digits, as it writes them itself', () => {
  const { read, callerQuery } = createNumberReading()
  read('one', 'objects', { objs: [{ oid: 'site', country: { name: 'Russia' } }] })
  const ask = (typed: string, oid?: string) => callerQuery('one', oid, { from_filter: typed })['from_filter']
  expect(ask('8 (495) 123-45-67')).toBe('74951234567')
  expect(ask('+7 495')).toBe('7495')
  expect(ask('8 495', 'site')).toBe('7495')
  expect(ask('+84901234567', 'site')).toBe('84901234567')
  expect(ask('84951234567', 'elsewhere')).toBe('84951234567')
  expect(ask('anonymous')).toBe('anonymous')
  expect(ask('alice')).toBe('alice')
  expect(callerQuery('one', undefined, { period: 'all' })).toEqual({ period: 'all' })
})
