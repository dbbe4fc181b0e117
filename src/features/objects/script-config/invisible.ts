/**
 * Characters that are not seen, or that turn the direction in which the others are read: format characters (bidi
 * controls, joiners, zero-width blanks, tags), and the fillers that look like nothing and may stand in names.
 */
const INVISIBLE = /[\p{Cf}\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0]/gu
/** Kinds that are named: code with more of them is malicious, and a few are enough to warn. */
const NAMED = 8

/** The invisible characters of a text by their code points (`U+202E`), in the order they come, with their counts. */
export const invisibleCharacters = (text: string): { readonly name: string; readonly count: number }[] => {
  const counts = new Map<string, number>()
  for (const [character] of text.matchAll(INVISIBLE)) {
    const name = `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return Array.from(counts, ([name, count]) => ({ name, count })).slice(0, NAMED)
}
