import { stemmer as english } from '@orama/stemmers/english'
import { stemmer as russian } from '@orama/stemmers/russian'

/* Normalised words (lower case, ё as е) and their stems. Ours rather than a database's, so that every engine finds the same. */

const WORD = /[\p{L}\p{N}]+/gu
const CYRILLIC = /\p{Script=Cyrillic}/u
const LATIN = /\p{Script=Latin}/u
const LONGEST = 64

const MEMO_MOST = 50_000
const known = new Map<string, string>()

export const stemOf = (word: string): string => {
  const before = known.get(word)
  if (before !== undefined) return before
  const stem = CYRILLIC.test(word) ? russian(word) : LATIN.test(word) ? english(word) : word
  if (known.size >= MEMO_MOST) known.clear()
  known.set(word, stem)
  return stem
}

/** Normalised words in order. */
export const searchWords = (text: string): string[] =>
  Array.from(text.normalize('NFKC').toLowerCase().replaceAll('ё', 'е').matchAll(WORD), ([word]) =>
    word.slice(0, LONGEST),
  )
