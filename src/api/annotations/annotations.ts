import { queryOptions, type QueryClient } from '@tanstack/react-query'
import {
  annotationsAnswer,
  annotationPath,
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
import { keyOf } from '../keys.ts'
import { currentTime } from '../transport/server-facts.ts'

export type AnnotationsByContact = Readonly<Record<string, Annotation>>

export interface RecentAnnotations {
  readonly annotations: AnnotationsByContact
  /** Time of the next incremental read, milliseconds. */
  readonly since: number
  /** Time of the oldest annotation; null: none. */
  readonly oldest: number | null
}

/** Covers calls that are handled today. */
const RECENT_DAYS = 28
/** Others' annotations appear within a minute. */
const POLL_MS = 20_000

/** Merges by version: newer ones stay. */
export const withAnnotations = (
  before: AnnotationsByContact,
  annotations: readonly Annotation[],
): AnnotationsByContact => ({
  ...before,
  ...Object.fromEntries(
    annotations
      .map((mark) => [contactText(mark), mark] as const)
      .filter(([key, { version }]) => (before[key]?.version ?? 0) <= version),
  ),
})

export const readAnnotationsSince = async (
  scope: Scope,
  moment: number,
  how: { readonly signal: AbortSignal; readonly background?: boolean },
): Promise<{
  readonly annotations: readonly Annotation[]
  readonly since: number
  readonly oldest: number | null
}> => {
  const annotations: Annotation[] = []
  let since: number | null = null
  let oldest: number | null = null
  let after: string | null = null
  do {
    const query = new URLSearchParams({ since: String(Math.floor(moment)), ...(after !== null && { after }) })
    const path = `${annotationsPath(scope.client)}?${query}`
    const answer: AnnotationsAnswer = parse(annotationsAnswer, await send('GET', path, { scope, ...how }))
    annotations.push(...answer.marks)
    // Writes during the read are included next time.
    since ??= answer.as_of
    oldest ??= answer.oldest ?? null
    after = answer.next
  } while (after !== null)
  return { annotations, since, oldest }
}

/**
 * Merges an answer: contacts without annotation were deleted; local writes during the request are newer.
 * @param before at request time, @param now at arrival
 */
export const mergedAnnotations = (
  before: AnnotationsByContact,
  now: AnnotationsByContact,
  contacts: readonly AnnotatedContact[],
  annotations: readonly Annotation[],
): AnnotationsByContact => {
  const isOld = (key: string) => now[key] === before[key]
  const gone = contacts.filter((contact) => isOld(contactText(contact)))
  return withAnnotations(
    { ...now, ...Object.fromEntries(gone.map((contact) => [contactText(contact), unmarked(contact)])) },
    annotations,
  )
}

/** Incremental read, merged with known annotations. */
export const readRecentAnnotations = async (
  client: QueryClient,
  scope: Scope,
  signal: AbortSignal,
): Promise<RecentAnnotations> => {
  const queryKey = keyOf(scope, 'recent_annotations')
  const before = client.getQueryData<RecentAnnotations>(queryKey)
  const background = before !== undefined
  const earliest = currentTime() - RECENT_DAYS * DAY_MS
  const answer = await readAnnotationsSince(scope, before?.since ?? earliest, { signal, background })
  const isDeleted = before !== undefined && before.oldest !== null && before.oldest !== answer.oldest
  // After deletions everything is read again.
  const { annotations, since, oldest } = isDeleted
    ? await readAnnotationsSince(scope, earliest, { signal, background })
    : answer
  // Local writes during the request are newer.
  const known = client.getQueryData<RecentAnnotations>(queryKey)?.annotations ?? {}
  return {
    annotations: isDeleted
      ? mergedAnnotations(before.annotations, known, Object.values(before.annotations), annotations)
      : withAnnotations(known, annotations),
    since,
    oldest,
  }
}

/** Recent annotations; polled without prolonging the session. */
export const recentAnnotationsQuery = (scope: Scope) =>
  queryOptions({
    queryKey: keyOf(scope, 'recent_annotations'),
    queryFn: ({ signal, client }) => readRecentAnnotations(client, scope, signal),
    refetchInterval: POLL_MS,
    staleTime: POLL_MS,
  })

/** Saves an annotation. @throws ApiError `mark_changed` (409) on a conflict */
export const saveAnnotation = async (
  scope: Scope,
  contact: AnnotatedContact,
  body: SaveAnnotationBody,
): Promise<Annotation> =>
  parse(savedAnnotation, await send('PUT', annotationPath(scope.client, contact), { scope, body })).mark

export const readAnnotations = async (
  scope: Scope,
  contacts: readonly AnnotatedContact[],
  how: { readonly signal?: AbortSignal; readonly background?: boolean } = {},
): Promise<readonly Annotation[]> => {
  const query = new URLSearchParams(contacts.map((contact) => ['contact', contactText(contact)]))
  const path = `${annotationsPath(scope.client)}?${query.toString()}`
  return parse(annotationsAnswer, await send('GET', path, { scope, ...how })).marks
}

export const annotationQuery = (scope: Scope, contact: AnnotatedContact) =>
  queryOptions({
    queryKey: keyOf(scope, 'contact_annotation', { oid: contact.oid, callId: String(contact.id) }),
    queryFn: async ({ signal, client, queryKey }): Promise<Annotation> => {
      const background = client.getQueryData(queryKey) !== undefined
      const [mark = unmarked(contact)] = await readAnnotations(scope, [contact], { signal, background })
      return mark
    },
    refetchInterval: POLL_MS,
    staleTime: POLL_MS,
  })
