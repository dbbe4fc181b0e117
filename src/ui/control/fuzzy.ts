import uFuzzy from '@leeoniya/ufuzzy'
import type { MarkedPiece } from '#/ui/data/marked-pieces.tsx'
import { fold, LEAST_OTHER, onOtherLayout } from './match.ts'

/** Letters of every language: its own idea of them is Latin. One slip of the finger in a word is forgiven. */
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
/** Words of a query that are tried in every order. */
const ANY_ORDER = 4
/** More than a list has: all that match are ranked. */
const RANKED_MAX = 100_000
/** In a word of three letters a slip leaves hardly anything of it. */
const FORGIVEN_FROM = 4

/** Stands between the parts of a text: no query can have it. */
const BETWEEN = '\u0001'

export interface FuzzyHit {
  /** Place among what was searched in. */
  readonly index: number
  /** Each part in pieces, what was found marked. */
  readonly parts: readonly (readonly MarkedPiece[])[]
  /** Has every word as it was typed, on the one keyboard or the other; else with a slip in it. */
  readonly isExact: boolean
}

/**
 * What has every word of the query in one of its parts, the best first: in any order, with a slip of the finger, or typed
 * with the wrong keyboard layout. What is found as it was typed comes before what the other layout finds.
 * @param texts the parts of each: its name, what stands beside it, other words for it
 */
export const fuzzyFind = (texts: readonly (readonly string[])[], query: string): FuzzyHit[] => {
  const haystack = texts.map((parts) => parts.map((part) => fold(part.normalize('NFC'))).join(BETWEEN))
  const typed = fold(query.normalize('NFC'))
  const found = search(haystack, wordsOf(typed))
  const seen = new Set(found.map(({ index }) => index))
  const others = wordsOf(onOtherLayout(typed))
  // What its signs leave of a word may be one letter, which is found everywhere.
  const other = others.some(({ length }) => length < LEAST_OTHER) ? [] : search(haystack, others)
  return [...found, ...other.filter(({ index }) => !seen.has(index))].map(({ index, ranges, isExact }) => ({
    index,
    isExact,
    parts: piecesOf(texts[index] ?? [], ranges),
  }))
}

interface Ranked {
  readonly index: number
  /** Beginnings and ends of what was found, one after the other. */
  readonly ranges: readonly number[]
  readonly isExact: boolean
}

/** Without signs: one would be taken for a command, as `-word` leaves out what has it. */
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

/** @param ranges in the parts as they were joined */
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
