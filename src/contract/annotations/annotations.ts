import * as z from 'zod/mini'
import '../field.ts'

/*
 * What people of an account note about contacts, in Callboard: the API can keep none of it. Our own server's, so a shape
 * that is not the one below is a defect.
 */

/** What became of a caller. */
export const OUTCOMES = ['called', 'no_answer', 'not_needed'] as const
export type MarkOutcome = (typeof OUTCOMES)[number]
/** As versions before 0.1.0 wrote it, and pages of theirs that are still open send it. */
export type FormerOutcome = MarkOutcome | 'handled'
export const outcomeOf = (outcome: FormerOutcome | null): MarkOutcome | null =>
  outcome === 'handled' ? 'called' : outcome

export const NOTE_MAX = 2_000
export const TAGS_MAX = 20
export const TAG_MAX = 40
export const SCORES = [1, 2, 3, 4, 5] as const
/** Contacts that are asked for by name in one request. */
export const CONTACTS_ASKED_MAX = 200

const count = z.int()
/** Milliseconds since 1970, by the server's clock. */
const instant = z.int()

const contactMark = z.object({
  /** Empty where the service does not say whose contact it is. */
  oid: z.string(),
  /** The contact's, unique in its object. */
  id: count,
  /** Counts the writes, from 1; 0 for an unmarked contact. */
  version: count,
  outcome: z.nullable(z.enum(OUTCOMES)),
  /** When and by whom the outcome was set; null when it is not set or the author is unknown. */
  outcome_at: z.nullable(instant),
  outcome_who: z.nullable(z.string()),
  note: z.string(),
  tags: z.array(z.string()),
  score: z.nullable(count),
  /** Of the last write. */
  at: instant,
  who: z.nullable(z.string()),
})
export type Annotation = z.infer<typeof contactMark>

/** Whom one speaks of, whoever's marks these are. */
export type MarkedContact = Pick<Annotation, 'oid' | 'id'>

/** What a person says of a contact. */
export type MarkValues = Pick<Annotation, 'outcome' | 'note' | 'tags' | 'score'>
export const MARK_FIELDS = ['outcome', 'note', 'tags', 'score'] as const satisfies (keyof MarkValues)[]

/** `GET …/marks`: those that were written since a moment, or those of some contacts. */
export const annotationsAnswer = z.object({
  marks: z.array(contactMark),
  /** What `since` may be in the next request, so that nothing is missed. */
  as_of: instant,
  /** What `after` is in a request for those that follow; null: these are all. */
  next: z.nullable(z.string()),
  /**
   * Of those written since a moment: when the oldest mark of all was written. Another one than before: marks may have been
   * deleted, which none of the new ones tells. Null: there is none.
   */
  oldest: z.optional(z.nullable(instant)),
})
export type AnnotationsAnswer = z.infer<typeof annotationsAnswer>

/** `GET …/marks/tags`: those in use, the one of most contacts first. */
export const tagsInUse = z.object({ tags: z.array(z.object({ tag: z.string(), contacts: count })) })
export type TagsInUse = z.infer<typeof tagsInUse>

/** `PUT …/marks/:oid/:id`: fields that are absent stay as they are. */
export const saveMarkBody = z.strictObject({
  /** The version that the page shows: if there is a later one nothing is written. */
  version: z.int().check(z.gte(0)),
  outcome: z.optional(z.pipe(z.nullable(z.enum([...OUTCOMES, 'handled'])), z.transform(outcomeOf))),
  note: z.optional(z.string()),
  tags: z.optional(z.array(z.string())),
  score: z.optional(z.nullable(z.number())),
})
export type SaveMarkBody = z.infer<typeof saveMarkBody>

/** Answer to a write; on a conflict (409) the error comes with the current version. */
export const savedMark = z.object({ mark: contactMark })

/** `GET …/marks/kept`: how much there is, for the settings page. */
export const marksKept = z.object({ contacts: count })

/** Below `/api`. @param client null: the account that is signed in itself */
export const marksPath = (client: string | null): string =>
  client === null ? '/marks' : `/clients/${encodeURIComponent(client)}/marks`

/** Of a contact without an object, whose place in a path must not be empty. */
const NO_OBJECT = '-'
export const markPath = (client: string | null, { oid, id }: MarkedContact): string =>
  `${marksPath(client)}/${encodeURIComponent(oid === '' ? NO_OBJECT : oid)}/${id}`
export const objectOfPath = (segment: string): string => (segment === NO_OBJECT ? '' : segment)

/** Reads what `contactText` writes; null: it is none. */
export const readContactText = (text: string): MarkedContact | null => {
  const [, digits, oid] = /^(\d{1,16}):(.{0,128})$/su.exec(text) ?? []
  const id = Number(digits)
  return oid === undefined || !Number.isSafeInteger(id) ? null : { oid, id }
}

/** Contacts as an address names them. Null: one of them is none, or they are more than may be asked for at once. */
export const readContactTexts = (texts: readonly string[], most: number): MarkedContact[] | null => {
  const contacts = texts.map(readContactText)
  return contacts.length > most || contacts.includes(null) ? null : contacts.filter((one) => one !== null)
}

export const unmarked = ({ oid, id }: MarkedContact): Annotation => ({
  oid,
  id,
  version: 0,
  outcome: null,
  outcome_at: null,
  outcome_who: null,
  note: '',
  tags: [],
  score: null,
  at: 0,
  who: null,
})

/** Tags as they are kept: without space around, each once whatever its case, none empty. */
export const cleanTags = (tags: readonly string[]): string[] => {
  const seen = new Map(
    tags
      .map((tag) => tag.trim().replaceAll(/\s+/gu, ' '))
      .filter((tag) => tag !== '')
      .map((tag) => [tag.toLowerCase(), tag] as const)
      .toReversed(),
  )
  return [...seen.values()].toReversed()
}
