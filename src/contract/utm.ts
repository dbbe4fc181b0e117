/** One tag of a contact's `utm` line, readable: its name without the `utm_` that all of them share. */
export interface Tag {
  readonly name: string
  readonly value: string
}

const ORDER = ['source', 'medium', 'campaign', 'content', 'term']

const decode = (text: string): string => {
  const spaced = text.replaceAll('+', ' ')
  try {
    return decodeURIComponent(spaced)
  } catch {
    // Cut off in the middle of a character, or not encoded at all: shown as it was written.
    return spaced
  }
}

/**
 * Splits the `utm` field of a call (API document 2.5) into its tags: the five usual ones first, the others in their
 * order. Empty when the line is no list of `name=value`: then only the line itself can be shown.
 */
export const splitUtm = (utm: string | null): readonly Tag[] => {
  const parts = (utm ?? '')
    .trim()
    .replace(/^[?&]+/, '')
    .split('&')
    .filter(Boolean)
  const tags = parts.map((part): Tag => {
    const equals = part.indexOf('=')
    return {
      name: decode(part.slice(0, equals)).replace(/^utm_/i, ''),
      value: decode(part.slice(equals + 1)),
    }
  })
  // An address is cut at its own signs: its first name would be most of it.
  if (parts.some((part) => !/^[^=/?#:]+=/.test(part))) return []
  const place = ({ name }: Tag) => {
    const index = ORDER.indexOf(name)
    return index < 0 ? ORDER.length : index
  }
  return tags.toSorted((a, b) => place(a) - place(b))
}
