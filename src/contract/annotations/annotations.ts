import * as z from 'zod/mini'
import { clientPrefix } from '../endpoint.ts'
import '../field.ts'

/* Annotations of contacts, stored by our own server: the API has none. */

export const OUTCOMES = ['called', 'no_answer', 'not_needed'] as const
export type CallBackOutcome = (typeof OUTCOMES)[number]
/** The value `handled` of versions before 0.1.0, which open pages may still send. */
export type FormerOutcome = CallBackOutcome | 'handled'
export const outcomeOf = (outcome: FormerOutcome | null): CallBackOutcome | null =>
  outcome === 'handled' ? 'called' : outcome

export const NOTE_MAX = 2_000
export const TAGS_MAX = 20
export const TAG_MAX = 40
export const SCORES = [1, 2, 3, 4, 5] as const
export const CONTACTS_PER_REQUEST = 200

const count = z.int()
/** Epoch milliseconds, by the server's clock. */
const instant = z.int()

const contactAnnotation = z.object({
  oid: z.string(),
  id: count,
  /** Counts writes, from 1; 0: no annotation. */
  version: count,
  outcome: z.nullable(z.enum(OUTCOMES)),
  outcome_at: z.nullable(instant),
  outcome_who: z.nullable(z.string()),
  note: z.string(),
  tags: z.array(z.string()),
  score: z.nullable(count),
  at: instant,
  who: z.nullable(z.string()),
})
export type Annotation = z.infer<typeof contactAnnotation>

export type AnnotatedContact = Pick<Annotation, 'oid' | 'id'>

export type AnnotationValues = Pick<Annotation, 'outcome' | 'note' | 'tags' | 'score'>
export const ANNOTATION_FIELDS = [
  'outcome',
  'note',
  'tags',
  'score',
] as const satisfies (keyof AnnotationValues)[]

/** `GET …/marks`: annotations since a moment, or of some contacts. */
export const annotationsAnswer = z.object({
  marks: z.array(contactAnnotation),
  as_of: instant,
  next: z.nullable(z.string()),
  /**
   * When the account's oldest annotation was written, in requests with `since`. If it changes, annotations
   * may have been deleted. Null: none.
   */
  oldest: z.optional(z.nullable(instant)),
})
export type AnnotationsAnswer = z.infer<typeof annotationsAnswer>

/** `GET …/marks/tags`: tags in use, most frequent first. */
export const tagsInUse = z.object({ tags: z.array(z.object({ tag: z.string(), contacts: count })) })
export type TagsInUse = z.infer<typeof tagsInUse>

/** `PUT …/marks/:oid/:id`: absent fields stay. */
export const saveAnnotationBody = z.strictObject({
  /** The version that the page shows; a newer one is a conflict. */
  version: z.int().check(z.gte(0)),
  outcome: z.optional(z.pipe(z.nullable(z.enum([...OUTCOMES, 'handled'])), z.transform(outcomeOf))),
  note: z.optional(z.string()),
  tags: z.optional(z.array(z.string())),
  score: z.optional(z.nullable(z.number())),
})
export type SaveAnnotationBody = z.infer<typeof saveAnnotationBody>

export const savedAnnotation = z.object({ mark: contactAnnotation })

/** Below `/api`. */
export const annotationsPath = (client: string | null): string => `${clientPrefix(client)}/marks`

/** Stands for an empty object, since path segments must not be empty. */
const NO_OBJECT = '-'
export const annotationPath = (client: string | null, { oid, id }: AnnotatedContact): string =>
  `${annotationsPath(client)}/${encodeURIComponent(oid === '' ? NO_OBJECT : oid)}/${id}`
export const objectOfPath = (segment: string): string => (segment === NO_OBJECT ? '' : segment)

export const readContactText = (text: string): AnnotatedContact | null => {
  const [, digits, oid] = /^(\d{1,16}):(.{0,128})$/su.exec(text) ?? []
  const id = Number(digits)
  return oid === undefined || !Number.isSafeInteger(id) ? null : { oid, id }
}

export const readContactTexts = (texts: readonly string[], most: number): AnnotatedContact[] | null => {
  const contacts = texts.map(readContactText)
  return contacts.length > most || contacts.includes(null) ? null : contacts.filter((one) => one !== null)
}

export const unmarked = ({ oid, id }: AnnotatedContact): Annotation => ({
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

/** Trims tags and drops empty and duplicate ones (case-insensitive). */
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
