import uFuzzy from '@leeoniya/ufuzzy'
import type { MarkedPiece } from '#/ui/data/marked-pieces.tsx'
import { fold, LEAST_OTHER, onOtherLayout } from './match.ts'

/** Unicode letters, and one typo a word. */
const finder = new uFuzzy({
  unicode: true,
  interSplit: String.raw`[^\p{L}\d]+`,
  intraSplit: null,
  interBound: String.raw`[^\p{L}\d]`,
  intraBound: String.raw`\p{L}\d|\d\p{L}`,
  intraChars: String.raw`[\p{L}\d]`,
  intraContr: String.raw`'\p{L}{1,2}\b`,
  intraMode: 1,
})
/** Words tried in every order. */
const ANY_ORDER = 4
/** Ranks all matches. */
const RANKED_MAX = 100_000
/** Minimum length for typo tolerance. */
const FORGIVEN_FROM = 4

/** Separator that no query contains. */
const BETWEEN = '\u0001'

export interface FuzzyHit {
  readonly index: number
  readonly parts: readonly (readonly MarkedPiece[])[]
  /** Without typos, in either keyboard layout. */
  readonly isExact: boolean
}

/**
 * Items with all words of the query, best first: any order, with typos, or in the wrong keyboard layout (last).
 * @param texts name, details and synonyms of each
 */
export const fuzzyFind = (texts: readonly (readonly string[])[], query: string): FuzzyHit[] => {
  const haystack = texts.map((parts) => parts.map((part) => fold(part.normalize('NFC'))).join(BETWEEN))
  const typed = fold(query.normalize('NFC'))
  const found = search(haystack, wordsOf(typed))
  const seen = new Set(found.map(({ index }) => index))
  const others = wordsOf(onOtherLayout(typed))
  // Single letters in the other layout would match everything.
  const other = others.some(({ length }) => length < LEAST_OTHER) ? [] : search(haystack, others)
  return [...found, ...other.filter(({ index }) => !seen.has(index))].map(({ index, ranges, isExact }) => ({
    index,
    isExact,
    parts: piecesOf(texts[index] ?? [], ranges),
  }))
}

interface Ranked {
  readonly index: number
  /** Start and end offsets in turn. */
  readonly ranges: readonly number[]
  readonly isExact: boolean
}

/** Without punctuation: `-word` would exclude matches. */
const wordsOf = (folded: string): readonly string[] => folded.match(/[\p{L}\d]+/gu) ?? []

const search = (haystack: string[], words: readonly string[]): Ranked[] => {
  if (words.length === 0) return []
  const [indexes, info, order] = finder.search(haystack, words.join(' '), ANY_ORDER, RANKED_MAX)
  if (!indexes || !info || !order) return []
  return order.flatMap((at): Ranked[] => {
    const index = info.idx[at]
    const ranges = info.ranges[at] ?? []
    if (index === undefined) return []
    const isShort = words.some(({ length }) => length < FORGIVEN_FROM)
    const isExact = words.every((word) => haystack[index]?.includes(word))
    return isShort && !isExact ? [] : [{ index, ranges, isExact }]
  })
}

/** @param ranges offsets in the joined parts */
const piecesOf = (parts: readonly string[], ranges: readonly number[]): MarkedPiece[][] => {
  let start = 0
  return parts.map((raw) => {
    const text = raw.normalize('NFC')
    const pieces: MarkedPiece[] = []
    let done = 0
    const cut = (to: number, hit: boolean) => {
      if (to > done) pieces.push({ text: text.slice(done, to), hit })
      done = Math.max(done, to)
    }
    for (let at = 0; at < ranges.length; at += 2) {
      const from = Math.max((ranges[at] ?? 0) - start, 0)
      const to = Math.min((ranges[at + 1] ?? 0) - start, text.length)
      if (to <= from) continue
      cut(from, false)
      cut(to, true)
    }
    cut(text.length, false)
    start += text.length + BETWEEN.length
    return pieces
  })
}
