import { searchWords, stemOf } from './stems.ts'

/** What is looked for: each of the words, the last one maybe begun only. */
export interface SoughtText {
  readonly stems: readonly string[]
  /** A last word that may be the beginning of one; null: it is too short for that. */
  readonly begun: { readonly stem: string; readonly word: string } | null
}

/** Letters that are enough to be the beginning of a word. */
const BEGUN_MIN = 3

/** Null: there is no word in it. */
export const soughtText = (text: string): SoughtText | null => {
  const words = searchWords(text)
  const last = words.at(-1)
  if (last === undefined) return null
  const isBegun = last.length >= BEGUN_MIN && /[\p{L}\p{N}]$/u.test(text)
  return {
    stems: [...new Set((isBegun ? words.slice(0, -1) : words).map(stemOf))],
    begun: isBegun ? { stem: stemOf(last), word: last } : null,
  }
}

/** Which of what is sought a word is: its place among the stems, the one that is begun the last; -1: none. */
export const soughtAt = ({ stems, begun }: SoughtText, word: string): number => {
  const stem = stemOf(word)
  const at = stems.indexOf(stem)
  if (at >= 0) return at
  return begun !== null && (stem === begun.stem || stem.startsWith(begun.word)) ? stems.length : -1
}
