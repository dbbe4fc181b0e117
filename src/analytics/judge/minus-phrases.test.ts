import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '#/test/runs.ts'
import { minusWords, wordsOf, type SearchedFor } from './minus-phrases.ts'

const searched = (value: string | null, target: number, not_target: number, unknown = 0): SearchedFor => ({
  value,
  target,
  not_target,
  contacts: target + not_target + unknown,
})
const wordsFound = (all: readonly SearchedFor[]) => minusWords(all).map(({ word }) => word)

describe('minus words', () => {
  it('are those of requests that brought no target contact, without any word of one that did', () => {
    expect(
      minusWords([
        searched('окна цена', 3, 1),
        searched('окна своими руками', 0, 4),
        searched('ремонт окна своими силами', 0, 2),
      ]),
    ).toEqual([
      { word: 'своими', contacts: 6, requests: ['окна своими руками', 'ремонт окна своими силами'] },
      { word: 'руками', contacts: 4, requests: ['окна своими руками'] },
      { word: 'ремонт', contacts: 2, requests: ['ремонт окна своими силами'] },
      { word: 'силами', contacts: 2, requests: ['ремонт окна своими силами'] },
    ])
  })

  it('are never words of a request with a contact of which nothing is known', () => {
    expect(wordsFound([searched('бесплатно скачать', 0, 5, 1)])).toEqual([])
    expect(wordsFound([searched('бесплатно скачать', 0, 5), searched('скачать', 0, 0, 1)])).toEqual([
      'бесплатно',
    ])
  })

  it('know a word however it is written', () => {
    expect([...wordsOf('Ёлки, ЕЛКИ и «ёлки»-2 тв')]).toEqual(['елки'])
    expect(wordsFound([searched('НОВАЯ ёлка', 1, 0), searched('елка бесплатно', 0, 1)])).toEqual([
      'бесплатно',
    ])
  })

  it('have no word that also brought a target contact, whatever was searched for', () => {
    const request = fc
      .array(fc.constantFrom('окна', 'двери', 'цена', 'бесплатно', 'Фото', 'ремонт'), {
        minLength: 1,
        maxLength: 4,
      })
      .map((words) => words.join(' '))
    const one = fc.tuple(request, fc.nat(2), fc.nat(3), fc.nat(1)).map((row) => searched(...row))
    fc.assert(
      fc.property(fc.array(one, { maxLength: 12 }), (all) => {
        const target = new Set(
          all.filter((row) => row.target > 0).flatMap(({ value }) => [...wordsOf(value ?? '')]),
        )
        for (const { word, contacts, requests } of minusWords(all)) {
          expect(target.has(word)).toBe(false)
          const holders = all.filter(({ value }) => value !== null && wordsOf(value).has(word))
          expect(contacts).toBe(holders.reduce((sum, row) => sum + row.not_target, 0))
          expect(requests.length).toBe(holders.filter((row) => row.contacts > 0).length)
        }
      }),
      runs(300, 10_000),
    )
  })
})
