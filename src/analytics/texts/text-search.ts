import { searchWords, stemOf } from './stems.ts'

/** Search terms, the last one maybe a prefix. */
export interface TextSearch {
  readonly stems: readonly string[]
  readonly begun: { readonly stem: string; readonly word: string } | null
}

const BEGUN_MIN = 3

/** Null: no word. */
export const textSearch = (text: string): TextSearch | null => {
  const words = searchWords(text)
  const last = words.at(-1)
  if (last === undefined) return null
  const isBegun = last.length >= BEGUN_MIN && /[\p{L}\p{N}]$/u.test(text)
  return {
    stems: [...new Set((isBegun ? words.slice(0, -1) : words).map(stemOf))],
    begun: isBegun ? { stem: stemOf(last), word: last } : null,
  }
}

/** Index of the term that a word matches: among the stems, then the prefix; -1: none. */
export const matchIndex = ({ stems, begun }: TextSearch, word: string): number => {
  const stem = stemOf(word)
  const at = stems.indexOf(stem)
  if (at >= 0) return at
  return begun !== null && (stem === begun.stem || stem.startsWith(begun.word)) ? stems.length : -1
}
