/**
 * Invisible or direction-changing characters: format characters (bidi, joiners, zero width, tags) and blank
 * fillers.
 */
const INVISIBLE = /[\p{Cf}\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0]/gu
const NAMED = 8

/** `U+202E` with counts, in order. */
export const invisibleCharacters = (text: string): { readonly name: string; readonly count: number }[] => {
  const counts = new Map<string, number>()
  for (const [character] of text.matchAll(INVISIBLE)) {
    const name = `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return Array.from(counts, ([name, count]) => ({ name, count })).slice(0, NAMED)
}
