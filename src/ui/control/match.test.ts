import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { matches, matchPieces } from './match.ts'

describe('matches', () => {
  test('finds every word anywhere, in any order, whatever the case', () => {
    expect(matches('Sever Group', 'gro SEV')).toBe(true)
    expect(matches('Sever Group', 'sever motors')).toBe(false)
    expect(matches('Sever Group', '')).toBe(true)
  })
  test('reads е and ё alike', () => {
    expect(matches('Полёт', 'полет')).toBe(true)
    expect(matches('ПОЛЕТ', 'полёт')).toBe(true)
  })
  test('reads letters with and without their accents alike, but й is no и', () => {
    expect(matches('Café Zürich', 'cafe zurich')).toBe(true)
    expect(matches('Cafe Zurich', 'cafe\u0301 zürich')).toBe(true)
    expect(matches('Дизаин', 'дизайн')).toBe(false)
  })
})

test('understands what was typed with the other keyboard layout', () => {
  expect(matches('Север', 'ctdth')).toBe(true)
  expect(matches('Sever Group', 'ыумук пкщгз')).toBe(true)
  expect(matches('Хлеб и булки', '[kt,')).toBe(true)
  expect(matchPieces('Север', 'dth')).toEqual([
    { text: 'Се', hit: false },
    { text: 'вер', hit: true },
  ])
  // One letter matches nearly everything.
  expect(matches('Ф', 'a')).toBe(false)
})

describe('matchPieces', () => {
  test('marks what was searched for', () => {
    expect(matchPieces('Motor Servis', 'se')).toEqual([
      { text: 'Motor ', hit: false },
      { text: 'Se', hit: true },
      { text: 'rvis', hit: false },
    ])
  })
  test('takes the query as plain text, not as a pattern', () => {
    expect(matchPieces('a.b', '.')).toEqual([
      { text: 'a', hit: false },
      { text: '.', hit: true },
      { text: 'b', hit: false },
    ])
  })
  test('joined, the pieces are the text again, and hits and others take turns', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.string({ unit: 'binary', maxLength: 3 }),
        (text, query) => {
          const pieces = matchPieces(text, query)
          expect(pieces.map((piece) => piece.text).join('')).toBe(text)
          pieces.forEach((piece, index) => expect(piece.hit).not.toBe(pieces[index - 1]?.hit))
        },
      ),
    )
  })
  test('has a hit exactly when a one-word query matches', () => {
    fc.assert(
      fc.property(fc.string(), fc.stringMatching(/^\S{1,2}$/), (text, word) => {
        expect(matchPieces(text, word).some((piece) => piece.hit)).toBe(matches(text, word))
      }),
    )
  })
})
