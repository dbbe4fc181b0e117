import { unmarked } from '#/contract/annotations/annotations.ts'
import { contactText } from '#/contract/annotations/contact-text.ts'
import {
  ANNOTATION_FILTERS,
  annotationPasses,
  type AnnotationFilters,
} from '#/contract/annotations/annotation-filters.ts'
import { seenWith } from '#/server/annotations/seen.ts'
import type { Annotations } from '#/server/annotations/store.ts'
import { createMemory } from './memory.ts'
import type { AnnotatedContacts } from './question.ts'

export type FindAnnotated = (
  account: string,
  filters: AnnotationFilters,
  hidden: ReadonlySet<string>,
) => Promise<AnnotatedContacts | null>

/** Remembered contacts: about 40 bytes each. */
const MOST_CONTACTS = 500_000

/** Finds contacts by annotations; cached until something is written. */
export const findAnnotated = (annotations: Pick<Annotations, 'states' | 'matching'>): FindAnnotated => {
  const memory = createMemory<AnnotatedContacts>(MOST_CONTACTS, Date.now)
  return async (account, filters, hidden) => {
    const ways = ANNOTATION_FILTERS.filter((name) => filters[name] !== undefined)
    if (ways.length === 0) return null
    const requested = ways.map((name) => [name, filters[name]])
    const key = JSON.stringify([
      account,
      requested,
      hidden.has('phone_number_from'),
      (await annotations.states([account])).get(account),
    ])
    const known = memory.find(key, 0)
    if (known) return known
    const passes = annotationPasses(filters)
    const except = passes(unmarked({ oid: '', id: 0 }))
    const contacts = (await annotations.matching(account, ways))
      .map(seenWith(hidden))
      .filter((mark) => passes(mark) !== except)
      .map(contactText)
    const found = { key, contacts, except }
    memory.keep(key, 0, found, contacts.length)
    return found
  }
}
