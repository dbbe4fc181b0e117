import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { splitUtm, utmValue } from './utm.ts'

/** Real lines of sites and redirects with their source, medium and campaign. */
const FIELD_CASES: [string, string | null, string | null, string | null][] = [
  ['utm_source=yandex&utm_medium=cpc&utm_campaign=okna', 'yandex', 'cpc', 'okna'],
  ['UTM_SOURCE=yandex&UTM_MEDIUM=cpc&UTM_CAMPAIGN=okna', 'yandex', 'cpc', 'okna'],
  ['utm_source=yandex&utm_campaign=okna&etext', 'yandex', null, 'okna'],
  ['utm_source=yandex&&utm_campaign=okna&', 'yandex', null, 'okna'],
  ['https://okna.example/?utm_source=yandex&utm_campaign=okna#x', 'yandex', null, 'okna'],
  ['?utm_source=yandex&utm_campaign=okna', 'yandex', null, 'okna'],
  ['{"utm_source":"yandex","utm_campaign":"okna"}', 'yandex', null, 'okna'],
  ['utm_source=yandex&utm_campaign=%D0%BE%D0%BA%D0%BD%D0%B0', 'yandex', null, 'окна'],
  ['utm_source=yandex&utm_campaign=%EE%EA%ED%E0', 'yandex', null, 'окна'],
  ['utm_source=yandex&utm_campaign={campaign_id}', 'yandex', null, '{campaign_id}'],
  ['utm_source=google&utm_campaign=okna%20%2B%20dveri&gclid=x', 'google', null, 'okna + dveri'],
]

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

  test.each([null, '', '   ', 'summer campaign', '=a', '{"utm_source":', 'https://example.com/', '&&&'])(
    'does not split %j',
    (utm) => {
      expect(splitUtm(utm)).toEqual([])
    },
  )

  test.each([
    ...FIELD_CASES,
    ['utm_source=a&amp;utm_campaign=b', 'a', null, 'b'],
    ['utm_source%3Da%26utm_campaign%3Db', 'a', null, 'b'],
    ['utm_source=ya&utm_campaign=%25D0%25BE%25D0%25BA%25D0%25BD%25D0%25B0', 'ya', null, 'окна'],
    ['utm_source=ya&utm_campaign=100%25', 'ya', null, '100%'],
    ['utm_source=ya&utm_campaign=50%25+off', 'ya', null, '50% off'],
    ['utm_source=ya&utm_campaign=%D0%BE%D0%BA%D0', 'ya', null, 'ок'],
    ['utm_source=%FF%ED%E4%E5%EA%F1', 'яндекс', null, null],
    ['https://okna.example/#utm_source=ya', 'ya', null, null],
    ['https://okna.example/#/p?utm_source=ya', 'ya', null, null],
    ['//okna.example/?utm_source=ya#top', 'ya', null, null],
    ['/kuhni?UTM_Source=ya&utm_medium=cpc', 'ya', 'cpc', null],
    ['okna.example/?utm_source=ya', 'ya', null, null],
    ['utm_source=ya&utm_campaign=https://a.example/?b=c', 'ya', null, 'https://a.example/?b=c'],
    ['{"Utm_Source":"ya","utm_campaign":17,"other":{}}', 'ya', null, '17'],
    ['utm_source=&utm_campaign=%20', null, null, null],
  ])('reads %j', (utm, ...expected) => {
    expect(['source', 'medium', 'campaign'].map((name) => utmValue(utm, name))).toEqual(expected)
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
