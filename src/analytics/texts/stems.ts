import { stemmer as english } from '@orama/stemmers/english'
import { stemmer as russian } from '@orama/stemmers/russian'

/*
 * Texts as the index of texts has them: words without case, ё as е, and of each its stem, so that a word is found in
 * whatever form it stands. Made here and not by a database, so that every engine finds the same.
 */

const WORD = /[\p{L}\p{N}]+/gu
const CYRILLIC = /\p{Script=Cyrillic}/u
const LATIN = /\p{Script=Latin}/u
/** Longer ones are no words of a language. */
const LONGEST = 64

const MEMO_MOST = 50_000
/** Most words come again and again. */
const known = new Map<string, string>()

export const stemOf = (word: string): string => {
  const before = known.get(word)
  if (before !== undefined) return before
  const stem = CYRILLIC.test(word) ? russian(word) : LATIN.test(word) ? english(word) : word
  if (known.size >= MEMO_MOST) known.clear()
  known.set(word, stem)
  return stem
}

/** The words of a text as they are compared, in its order. */
export const searchWords = (text: string): string[] =>
  Array.from(text.normalize('NFKC').toLowerCase().replaceAll('ё', 'е').matchAll(WORD), ([word]) =>
    word.slice(0, LONGEST),
  )
