/** What one search request has brought. */
export interface SearchedFor {
  readonly value: string | null
  readonly contacts: number
  readonly target: number
  /** Contacts that the service says are none. */
  readonly not_target: number
}

/** A word that only ever brought contacts that were no target. */
export interface MinusWord {
  readonly word: string
  readonly contacts: number
  /** The requests it was in, the most contacts first. */
  readonly requests: readonly string[]
}

const SHORTEST = 3

/** Words of a request in lower case, each once; ё is е, as people write it. */
export const wordsOf = (request: string): ReadonlySet<string> =>
  new Set(
    request
      .toLowerCase()
      .replaceAll('ё', 'е')
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word.length >= SHORTEST),
  )

/**
 * Words to keep advertising away from. A word is one only if every contact of every request it was in is known to be no
 * target: one target contact, or one of which nothing is known, and it stays.
 */
export const minusWords = (searched: readonly SearchedFor[]): MinusWord[] => {
  const kept = new Set<string>()
  const barren: { readonly request: string; readonly contacts: number }[] = []
  for (const { value, contacts, not_target } of searched) {
    if (value === null) continue
    if (contacts > 0 && not_target === contacts) barren.push({ request: value, contacts })
    else for (const word of wordsOf(value)) kept.add(word)
  }
  const words = new Map<string, { contacts: number; requests: string[] }>()
  for (const { request, contacts } of barren.toSorted((a, b) => b.contacts - a.contacts))
    for (const word of wordsOf(request)) {
      if (kept.has(word)) continue
      const known = words.get(word) ?? { contacts: 0, requests: [] }
      known.contacts += contacts
      known.requests.push(request)
      words.set(word, known)
    }
  return [...words]
    .map(([word, found]) => ({ word, ...found }))
    .toSorted((a, b) => b.contacts - a.contacts || a.word.localeCompare(b.word))
}
