import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { splitUtm } from './utm.ts'

describe('splitUtm', () => {
  test('reads the usual line, the usual tags first', () => {
    expect(
      splitUtm('utm_term=%D1%86%D0%B5%D0%BD%D0%B0+%D0%B8&utm_source=search_ads&yclid=17&utm_campaign=a%3Db'),
    ).toEqual([
      { name: 'source', value: 'search_ads' },
      { name: 'campaign', value: 'a=b' },
      { name: 'term', value: 'цена и' },
      { name: 'yclid', value: '17' },
    ])
  })

  test('keeps what is encoded badly or is empty', () => {
    expect(splitUtm('?utm_source=100%&utm_medium=')).toEqual([
      { name: 'source', value: '100%' },
      { name: 'medium', value: '' },
    ])
  })

  test.each([
    null,
    '',
    '   ',
    'summer campaign',
    'utm_source=a&oops',
    '=a',
    'https://example.com/?utm_source=a&utm_medium=b',
    '{"utm_source":"a"}',
    'utm_source%3Da',
  ])('does not split %j', (utm) => {
    expect(splitUtm(utm)).toEqual([])
  })

  test('reads back every tag that was written', () => {
    const tag = fc.record({
      name: fc
        .string({ minLength: 1, unit: fc.constantFrom('a', 'b', 'я', '_', ' ') })
        .filter((name) => name.trim() === name),
      value: fc.string({ unit: fc.constantFrom('a', '=', '&', '+', '%', ' ', 'ж', '🙂', '#') }),
    })
    fc.assert(
      fc.property(fc.array(tag, { minLength: 1 }), (tags) => {
        const line = tags.map(
          ({ name, value }) => `${encodeURIComponent(`utm_${name}`)}=${encodeURIComponent(value)}`,
        )
        const byText = (all: readonly unknown[]) => all.map((one) => JSON.stringify(one)).toSorted()
        expect(byText(splitUtm(line.join('&')))).toEqual(byText(tags))
      }),
    )
  })

  test('never throws', () => {
    fc.assert(fc.property(fc.string(), (utm) => Array.isArray(splitUtm(utm))))
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('%', '=', '&', '+', 'u', '8') }), (utm) =>
        Array.isArray(splitUtm(utm)),
      ),
    )
  })
})
