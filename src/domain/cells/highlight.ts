import { recordTexts, type SearchedField, type TextRecord } from '#/analytics/texts/record-texts.ts'
import { matchIndex, textSearch, type TextSearch } from '#/analytics/texts/text-search.ts'
import { searchWords } from '#/analytics/texts/stems.ts'

/*
 * Highlights matches of a text search. Compares word by word instead of building a pattern from user input,
 * so the time is linear.
 */

/** Joined, the pieces are the text. */
export interface TextPiece {
  readonly text: string
  readonly hit: boolean
}

const WRITTEN = /[\p{L}\p{N}\p{M}]+/gu

interface Hit {
  readonly start: number
  readonly end: number
  readonly at: number
}

const hitsIn = (text: string, search: TextSearch): Hit[] => {
  const hits: Hit[] = []
  for (const { 0: written, index: start } of text.matchAll(WRITTEN)) {
    const at = searchWords(written)
      .map((word) => matchIndex(search, word))
      .find((one) => one >= 0)
    if (at !== undefined) hits.push({ start, end: start + written.length, at })
  }
  return hits
}

const piecesOf = (text: string, hits: readonly Hit[]): readonly TextPiece[] => {
  const pieces: TextPiece[] = []
  let done = 0
  const take = (end: number, hit: boolean) => {
    if (end > done) pieces.push({ text: text.slice(done, end), hit })
    done = end
  }
  for (const { start, end } of hits) {
    take(start, false)
    take(end, true)
  }
  take(text.length, false)
  return pieces
}

export interface TextSnippet {
  readonly field: SearchedField
  readonly pieces: readonly TextPiece[]
}

const BEFORE = 32
const LONG = 320
const SPACES = /\s+/g
/** Never splits a surrogate pair. */
const atSign = (text: string, at: number) => {
  const code = text.charCodeAt(at)
  return code >= 0xdc00 && code <= 0xdfff ? at + 1 : at
}

const around = (text: string, hits: readonly Hit[]): readonly TextPiece[] => {
  const first = hits[0]!.start
  const space = text.indexOf(' ', first - BEFORE)
  const from = first <= BEFORE ? 0 : space >= 0 && space < first ? space + 1 : atSign(text, first - BEFORE)
  const to = atSign(text, Math.min(from + LONG, text.length))
  const shown = hits.flatMap(({ start, end, at }) =>
    start < to ? [{ start: start - from, end: Math.min(end, to) - from, at }] : [],
  )
  const pieces = piecesOf(text.slice(from, to), shown).map((piece) => ({
    ...piece,
    text: piece.text.replaceAll(SPACES, ' '),
  }))
  return [
    ...(from > 0 ? [{ text: '…', hit: false }] : []),
    ...pieces,
    ...(to < text.length ? [{ text: '…', hit: false }] : []),
  ]
}

export interface TextMarker {
  readonly pieces: (text: string) => readonly TextPiece[]
  /** The text with most matches, from shortly before the first; null: none. */
  readonly snippet: (record: TextRecord) => TextSnippet | null
}

/** @param q the archive's filter of that name */
export const textMarker = (q: string): TextMarker => {
  const search = textSearch(q)
  const hits = (text: string) => (search ? hitsIn(text, search) : [])
  return {
    pieces: (text) => piecesOf(text, hits(text)),
    snippet: (record) => {
      let best: TextSnippet | null = null
      let most = 0
      for (const [field, text] of recordTexts(record)) {
        const found = hits(text)
        const count = new Set(found.map(({ at }) => at)).size
        if (count <= most) continue
        most = count
        best = { field, pieces: around(text, found) }
      }
      return best
    },
  }
}
