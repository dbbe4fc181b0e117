import type { MarkValues, TagsInUse } from '#/contract/annotations/annotations.ts'
import { tagKey } from '#/contract/annotations/mark-filters.ts'
import { withoutNumbers } from '#/server/hidden-fields.ts'

/** As it may be seen by who is not to see numbers: people write down whom they have called. */
export const seenWith =
  (hidden: ReadonlySet<string>) =>
  <M extends MarkValues>(mark: M): M =>
    hidden.has('phone_number_from')
      ? { ...mark, note: withoutNumbers(mark.note), tags: mark.tags.map(withoutNumbers) }
      : mark

/** A longer list is no help in choosing one. */
const TAGS_TOLD = 500

/** Tags in use, each once whatever its case and as most write it, the one of most contacts first. */
export const tagCounts = (marks: readonly Pick<MarkValues, 'tags'>[]): TagsInUse['tags'] => {
  const found = new Map<string, { contacts: number; written: Map<string, number> }>()
  for (const { tags } of marks) {
    const counted = new Set<string>()
    for (const tag of tags) {
      const key = tagKey(tag)
      const one = found.get(key) ?? { contacts: 0, written: new Map<string, number>() }
      found.set(key, one)
      // What is masked may stand at a contact twice.
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
    .slice(0, TAGS_TOLD)
}
