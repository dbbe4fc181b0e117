import type { AlertKind } from '#/contract/alerts/alert-kinds.ts'
import { contactText, isHandled } from '#/contract/annotations/contact-text.ts'
import type { Annotations, AnnotationCursor } from '#/server/annotations/store.ts'

export const HANDLED_KINDS: ReadonlySet<AlertKind> = new Set<AlertKind>(['waiting', 'missed_rate'])

/**
 * Contacts marked as handled, and when.
 * @param from earlier annotations are left out, milliseconds
 */
export const handledContacts = async (
  annotations: Pick<Annotations, 'since'>,
  account: string,
  from: number,
): Promise<readonly (readonly [contact: string, at: number])[]> => {
  const handled: (readonly [contact: string, at: number])[] = []
  let after: AnnotationCursor | null = null
  do {
    const { marks: found, next } = await annotations.since(account, from, after)
    for (const mark of found)
      if (isHandled(mark.outcome)) handled.push([contactText(mark), mark.outcome_at ?? mark.at])
    after = next
  } while (after !== null)
  return handled
}
