import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '#/test/runs.ts'
import { findNegativeKeywords, wordsOf, type SearchedFor } from './find-negative-keywords.ts'

const searched = (value: string | null, target: number, not_target: number, unknown = 0): SearchedFor => ({
  value,
  target,
  not_target,
  contacts: target + not_target + unknown,
})
const found = (all: readonly SearchedFor[]) =>
  findNegativeKeywords(all).phrases.map(({ is, phrase }) => `${is}: ${phrase}`)
/** Contacts that raise the overall rate to 40% and more. */
const USUAL = searched(null, 800, 700)

describe('minus phrases', () => {
  it('are whole requests first, then words of several requests, without any word of one with a target', () => {
    expect(
      findNegativeKeywords([
        USUAL,
        searched('окна цена', 3, 1),
        searched('окна своими руками', 0, 20),
        searched('ремонт окна своими силами', 0, 16),
      ]).phrases.map(({ range: _range, ...phrase }) => phrase),
    ).toEqual([
      { phrase: 'окна своими руками', is: 'request', contacts: 20, requests: ['окна своими руками'] },
      {
        phrase: 'ремонт окна своими силами',
        is: 'request',
        contacts: 16,
        requests: ['ремонт окна своими силами'],
      },
      {
        phrase: 'своими',
        is: 'word',
        contacts: 36,
        requests: ['окна своими руками', 'ремонт окна своими силами'],
      },
    ])
  })

  it('take the product’s own 15 contacts, of one request or of a word in several', () => {
    expect(found([USUAL, searched('скачать бесплатно', 0, 14)])).toEqual([])
    expect(found([USUAL, searched('скачать бесплатно', 0, 15)])).toEqual(['request: скачать бесплатно'])
    expect(found([USUAL, searched('скачать бесплатно', 0, 8), searched('фото бесплатно', 0, 7)])).toEqual([
      'word: бесплатно',
    ])
  })

  it('take a range that excludes the rate of all: none of 15 may still be up to 20.4%', () => {
    const barren = searched('скачать', 0, 15)
    expect(found([searched(null, 22, 78), barren])).toEqual([]) // 19.1% of all
    expect(found([searched(null, 26, 78), barren])).toEqual(['request: скачать']) // 21.8%
    expect(found([searched(null, 0, 500), searched('скачать', 0, 400)])).toEqual([])
  })

  it('count contacts of which nothing is known as if they were targets', () => {
    expect(found([USUAL, searched('скачать', 0, 30, 2)])).toEqual(['request: скачать'])
    expect(found([USUAL, searched('скачать', 0, 10, 10)])).toEqual([])
  })

  it('know a word and a request however they are written', () => {
    expect([...wordsOf('Ёлки, ЕЛКИ и «ёлки»-2 тв')]).toEqual(['елки'])
    expect(found([USUAL, searched('Ёлка  купить', 0, 8), searched('елка КУПИТЬ', 0, 8)])).toEqual([
      'request: елка купить',
    ])
  })

  it('have nothing that brought a target contact, and only what a recount by hand carries', () => {
    const request = fc
      .array(fc.constantFrom('окна', 'двери', 'цена', 'бесплатно', 'Фото', 'ремонт'), {
        minLength: 1,
        maxLength: 3,
      })
      .map((words) => words.join(' '))
    const one = fc
      .tuple(fc.option(request), fc.constantFrom(0, 0, 0, 1, 9), fc.nat(30), fc.constantFrom(0, 0, 0, 1, 4))
      .map((row) => searched(...row))
    fc.assert(
      fc.property(fc.array(one, { maxLength: 12 }), (all) => {
        const { phrases, rate } = findNegativeKeywords(all)
        const total = (of: 'contacts' | 'target', rows = all) => rows.reduce((sum, row) => sum + row[of], 0)
        expect(rate).toBe(total('contacts') === 0 ? 0 : total('target') / total('contacts'))
        for (const { phrase, is, contacts, range } of phrases) {
          const holders = all.filter(
            ({ value }) =>
              value !== null &&
              (is === 'word' ? wordsOf(value).has(phrase) : value.toLowerCase() === phrase.toLowerCase()),
          )
          expect(total('target', holders)).toBe(0)
          expect(contacts).toBe(total('contacts', holders))
          expect(contacts).toBeGreaterThanOrEqual(15)
          // Wilson's upper bound for a share p of n.
          const z = 1.959963984540054
          const p = holders.reduce((sum, row) => sum + row.contacts - row.not_target, 0) / contacts
          const high =
            (p +
              (z * z) / (2 * contacts) +
              z * Math.sqrt((p * (1 - p) + (z * z) / (4 * contacts)) / contacts)) /
            (1 + (z * z) / contacts)
          expect(range.high).toBeCloseTo(high, 9)
          expect(range.high).toBeLessThan(rate)
        }
        const kinds = phrases.map(({ is }) => is)
        expect(kinds).toEqual(kinds.toSorted((a, b) => (a === b ? 0 : a === 'request' ? -1 : 1)))
      }),
      runs(300, 10_000),
    )
  })
})
