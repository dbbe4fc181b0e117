import type { MarkedPiece } from '#/ui/data/marked-pieces.tsx'

/** Folds case, accents and ё, preserving offsets. */
export function fold(text: string): string {
  return Array.from(text, (character) => {
    const lower = character.toLowerCase()
    return lower.length === character.length ? plain(lower) : character
  }).join('')
}

/** é → e, ё → е; й is its own letter. */
function plain(character: string): string {
  if (character === 'й') return character
  const bare = character.normalize('NFD').replace(/\p{M}/gu, '')
  return bare.length === character.length ? bare : character
}

const LATIN = "qwertyuiop[]asdfghjkl;'zxcvbnm,."
const RUSSIAN = 'йцукенгшщзхъфывапролджэячсмитьбю'
const OTHER_LAYOUT = new Map([
  ...Array.from(LATIN, (key, at) => [key, RUSSIAN[at] ?? key] as const),
  ...Array.from(RUSSIAN, (key, at) => [key, LATIN[at] ?? key] as const),
])
export const LEAST_OTHER = 2

/** The same keys in the other layout: `;ehyfk` is `журнал` and back. @param folded lower case */
export const onOtherLayout = (folded: string): string =>
  Array.from(folded, (key) => OTHER_LAYOUT.get(key) ?? key).join('')

/** The word as typed or in the other layout; null: not found. */
function wordIn(folded: string, word: string): string | null {
  if (folded.includes(word)) return word
  if (word.length < LEAST_OTHER) return null
  const other = onOtherLayout(word)
  return folded.includes(other) ? other : null
}

/** Whether all words are found, also in the wrong keyboard layout: "ctdth" is "север". An empty query matches. */
export function matches(text: string, query: string): boolean {
  const folded = fold(text)
  return words(query).every((word) => wordIn(folded, word) !== null)
}

/** Options with all words in their label or note. */
export const matchingOptions = <O extends { readonly label: string; readonly note?: string | undefined }>(
  options: readonly O[],
  query: string,
): O[] => options.filter(({ label, note = '' }) => matches(`${label} ${note}`, query))

export function matchPieces(text: string, query: string): MarkedPiece[] {
  const folded = fold(text)
  const hit = Array.from({ length: text.length }, () => false)
  for (const word of words(query).flatMap((one) => wordIn(folded, one) ?? []))
    for (let at = folded.indexOf(word); at !== -1; at = folded.indexOf(word, at + 1))
      hit.fill(true, at, at + word.length)
  const pieces: MarkedPiece[] = []
  for (let start = 0; start < text.length;) {
    let end = start + 1
    while (end < text.length && hit[end] === hit[start]) end += 1
    pieces.push({ text: text.slice(start, end), hit: hit[start] ?? false })
    start = end
  }
  return pieces
}

function words(query: string): string[] {
  return fold(query.normalize('NFC')).split(/\s+/).filter(Boolean)
}
