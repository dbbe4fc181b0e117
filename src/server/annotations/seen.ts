import type { AnnotationValues, TagsInUse } from '#/contract/annotations/annotations.ts'
import { tagKey } from '#/contract/annotations/annotation-filters.ts'
import { withoutNumbers } from '#/server/hidden-fields.ts'

/** Removes phone numbers from notes for people without the right. */
export const seenWith =
  (hidden: ReadonlySet<string>) =>
  <M extends AnnotationValues>(mark: M): M =>
    hidden.has('phone_number_from')
      ? { ...mark, note: withoutNumbers(mark.note), tags: mark.tags.map(withoutNumbers) }
      : mark

const TAGS_MAX = 500

/** Tags by contacts, most frequent first; case-insensitive, in the most frequent spelling. */
export const tagCounts = (annotations: readonly Pick<AnnotationValues, 'tags'>[]): TagsInUse['tags'] => {
  const found = new Map<string, { contacts: number; written: Map<string, number> }>()
  for (const { tags } of annotations) {
    const counted = new Set<string>()
    for (const tag of tags) {
      const key = tagKey(tag)
      const one = found.get(key) ?? { contacts: 0, written: new Map<string, number>() }
      found.set(key, one)
      // Masked tags may occur twice on a contact.
      if (!counted.has(key)) one.contacts++
      counted.add(key)
      one.written.set(tag, (one.written.get(tag) ?? 0) + 1)
    }
  }
  return [...found.values()]
    .map(({ contacts, written }) => ({
      tag: [...written].toSorted(([a, x], [b, y]) => y - x || a.localeCompare(b))[0]![0],
      contacts,
    }))
    .toSorted((a, b) => b.contacts - a.contacts || a.tag.localeCompare(b.tag))
    .slice(0, TAGS_MAX)
}
