import { queryOptions, type QueryClient } from '@tanstack/react-query'
import {
  annotationsAnswer,
  annotationPath,
  annotationsCount,
  annotationsPath,
  savedAnnotation,
  unmarked,
  type Annotation,
  type AnnotationsAnswer,
  type AnnotatedContact,
  type SaveAnnotationBody,
} from '#/contract/annotations/annotations.ts'
import { contactText } from '#/contract/annotations/contact-text.ts'
import { DAY_MS } from '#/contract/day.ts'
import { parse, send, type Scope } from '../client.ts'
import { keyOf, ofAccount } from '../keys.ts'
import { currentTime } from '../transport/server-facts.ts'

/** Marks by {@link contactText}. */
export type MarksByContact = Readonly<Record<string, Annotation>>

export interface RecentMarks {
  readonly marks: MarksByContact
  /** What is asked for next time: what was written since, in milliseconds. */
  readonly since: number
  /** When the oldest mark of all was written; null: there is none. */
  readonly oldest: number | null
}

/** Whatever is done about a caller today was done about a call of the last weeks. */
const RECENT_DAYS = 28
/** Others see a mark within a minute. */
const LOOK_EVERY_MS = 20_000

/** Those with these in place of what was there; what was written later stays. */
export const withMarks = (before: MarksByContact, marks: readonly Annotation[]): MarksByContact => ({
  ...before,
  ...Object.fromEntries(
    marks
      .map((mark) => [contactText(mark), mark] as const)
      .filter(([key, { version }]) => (before[key]?.version ?? 0) <= version),
  ),
})

/**
 * All that was written since a moment, however many answers it takes.
 * @returns `since`: what may be asked for next time, so that nothing is missed; `oldest`: another one than the last time
 * where marks were deleted meanwhile
 */
export const readMarksSince = async (
  scope: Scope,
  moment: number,
  how: { readonly signal: AbortSignal; readonly background?: boolean },
): Promise<{
  readonly marks: readonly Annotation[]
  readonly since: number
  readonly oldest: number | null
}> => {
  const marks: Annotation[] = []
  let since: number | null = null
  let oldest: number | null = null
  let after: string | null = null
  do {
    const query = new URLSearchParams({ since: String(Math.floor(moment)), ...(after !== null && { after }) })
    const path = `${annotationsPath(scope.client)}?${query}`
    const answer: AnnotationsAnswer = parse(annotationsAnswer, await send('GET', path, { scope, ...how }))
    marks.push(...answer.marks)
    // What is written while one reads on is asked for the next time.
    since ??= answer.as_of
    oldest ??= answer.oldest ?? null
    after = answer.next
  } while (after !== null)
  return { marks, since, oldest }
}

/**
 * What is known after an answer about these contacts: what it says, and of those it does not name nothing, since their
 * marks were deleted. What was marked here while it was asked is newer than the answer.
 * @param before what was known when it was asked, @param now when it came
 */
export const answeredMarks = (
  before: MarksByContact,
  now: MarksByContact,
  contacts: readonly AnnotatedContact[],
  marks: readonly Annotation[],
): MarksByContact => {
  const isOld = (key: string) => now[key] === before[key]
  const gone = contacts.filter((contact) => isOld(contactText(contact)))
  return withMarks(
    { ...now, ...Object.fromEntries(gone.map((contact) => [contactText(contact), unmarked(contact)])) },
    marks,
  )
}

/** What was marked since it was asked last, with what was known before. */
export const readRecentMarks = async (
  client: QueryClient,
  scope: Scope,
  signal: AbortSignal,
): Promise<RecentMarks> => {
  const queryKey = keyOf(scope, 'recent_marks')
  const before = client.getQueryData<RecentMarks>(queryKey)
  const background = before !== undefined
  const earliest = currentTime() - RECENT_DAYS * DAY_MS
  const answer = await readMarksSince(scope, before?.since ?? earliest, { signal, background })
  const isDeleted = before !== undefined && before.oldest !== null && before.oldest !== answer.oldest
  // What is left of all is asked for.
  const { marks, since, oldest } = isDeleted
    ? await readMarksSince(scope, earliest, { signal, background })
    : answer
  // What was marked here while it was asked is newer than the answer.
  const known = client.getQueryData<RecentMarks>(queryKey)?.marks ?? {}
  return {
    marks: isDeleted
      ? answeredMarks(before.marks, known, Object.values(before.marks), marks)
      : withMarks(known, marks),
    since,
    oldest,
  }
}

/** What people of the account have marked lately; others' marks come by themselves, without keeping the session alive. */
export const recentMarksQuery = (scope: Scope) =>
  queryOptions({
    queryKey: keyOf(scope, 'recent_marks'),
    queryFn: ({ signal, client }) => readRecentMarks(client, scope, signal),
    refetchInterval: LOOK_EVERY_MS,
    staleTime: LOOK_EVERY_MS,
  })

/** Writes a contact's mark. @throws ApiError `mark_changed` (409) when another user has changed it meanwhile */
export const saveMark = async (
  scope: Scope,
  contact: AnnotatedContact,
  body: SaveAnnotationBody,
): Promise<Annotation> =>
  parse(savedAnnotation, await send('PUT', annotationPath(scope.client, contact), { scope, body })).mark

/** What stands at some contacts now. @param contacts no more than may be asked for at once */
export const readMarks = async (
  scope: Scope,
  contacts: readonly AnnotatedContact[],
  how: { readonly signal?: AbortSignal; readonly background?: boolean } = {},
): Promise<readonly Annotation[]> => {
  const query = new URLSearchParams(contacts.map((contact) => ['contact', contactText(contact)]))
  const path = `${annotationsPath(scope.client)}?${query.toString()}`
  return parse(annotationsAnswer, await send('GET', path, { scope, ...how })).marks
}

/** What people have said of one contact; others' marks come by themselves while its page stands. */
export const annotationQuery = (scope: Scope, contact: AnnotatedContact) =>
  queryOptions({
    queryKey: keyOf(scope, 'contact_mark', { oid: contact.oid, callId: String(contact.id) }),
    queryFn: async ({ signal, client, queryKey }): Promise<Annotation> => {
      const background = client.getQueryData(queryKey) !== undefined
      const [mark = unmarked(contact)] = await readMarks(scope, [contact], { signal, background })
      return mark
    },
    refetchInterval: LOOK_EVERY_MS,
    staleTime: LOOK_EVERY_MS,
  })

/** How many contacts of an account and its clients people have marked. */
export const marksKeptQuery = (principal: string) =>
  queryOptions({
    queryKey: keyOf(ofAccount(principal), 'kept_count', { of: 'marks' }),
    queryFn: async ({ signal }): Promise<number> =>
      parse(
        annotationsCount,
        await send('GET', `${annotationsPath(null)}/kept`, { scope: ofAccount(principal), signal }),
      ).contacts,
  })

/** Deletes every mark, note, tag and score of an account and its clients. */
export const forgetMarks = async (principal: string): Promise<void> => {
  await send('DELETE', annotationsPath(null), { scope: ofAccount(principal) })
}
