import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Scope } from '#/api/client.ts'
import {
  annotationQuery,
  readAnnotations,
  recentAnnotationsQuery,
  saveAnnotation,
  withAnnotations,
  type AnnotationsByContact,
} from '#/api/annotations/annotations.ts'
import { keysOf } from '#/api/keys.ts'
import { isApiError } from '#/api/error.ts'
import {
  ANNOTATION_FIELDS,
  unmarked,
  type Annotation,
  type AnnotatedContact,
  type CallBackOutcome,
  type AnnotationValues,
} from '#/contract/annotations/annotations.ts'
import { contactText } from '#/contract/annotations/contact-text.ts'
import { errorText } from '#/domain/notice/error-text.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { showToast } from '#/ui/overlay/toast.tsx'
import { whoWord } from './annotation-labels.ts'
import { OUTCOME_LABELS, outcomeLine } from './outcome-labels.ts'

const show = (queryClient: QueryClient, scope: Scope, mark: Annotation) => {
  const { queryKey } = recentAnnotationsQuery(scope)
  queryClient.setQueryData(
    queryKey,
    (before) => before && { ...before, annotations: withAnnotations(before.annotations, [mark]) },
  )
  // Each query has the contacts it requested; one more does no harm.
  queryClient.setQueriesData<AnnotationsByContact>(
    { queryKey: keysOf(scope, 'annotations_of') },
    (before) => before && withAnnotations(before, [mark]),
  )
  queryClient.setQueryData(annotationQuery(scope, mark).queryKey, (before) =>
    before && before.version > mark.version ? before : mark,
  )
}

/** Result of a write; `changed`: a colleague changed the same fields first and nothing was overwritten. */
interface Marked {
  readonly is: 'saved' | 'changed'
  readonly mark: Annotation
}

const hasSame = (now: Annotation, before: Annotation, values: Partial<AnnotationValues>): boolean =>
  ANNOTATION_FIELDS.every(
    (field) => !(field in values) || JSON.stringify(now[field]) === JSON.stringify(before[field]),
  )

/** @throws ApiError */
const save = async (
  queryClient: QueryClient,
  scope: Scope,
  before: Annotation,
  values: Partial<AnnotationValues>,
): Promise<Marked> => {
  try {
    const mark = await saveAnnotation(scope, before, { version: before.version, ...values })
    show(queryClient, scope, mark)
    return { is: 'saved', mark }
  } catch (error) {
    if (!isApiError(error) || error.code !== 'mark_changed') throw error
    const [mark = unmarked(before)] = await readAnnotations(scope, [before])
    show(queryClient, scope, mark)
    // Only other fields changed: no conflict.
    if (mark.version !== before.version && hasSame(mark, before, values))
      return save(queryClient, scope, mark, values)
    return { is: 'changed', mark }
  }
}

/** @throws ApiError */
export const useSaveAnnotation = () => {
  const { scope } = useSignedIn()
  const queryClient = useQueryClient()
  return useCallback(
    (before: Annotation, values: Partial<AnnotationValues>) => save(queryClient, scope, before, values),
    [scope, queryClient],
  )
}

/** By contact the write under way, or the last one saved: rows may not know of it, where marks did not load. */
const turns = new Map<string, Promise<Marked | null>>()

/**
 * Writes of a contact one after the other, each on top of the last: a correction before the first is answered is no
 * conflict with oneself.
 */
export const useInTurn = () => {
  const { scope } = useSignedIn()
  return useCallback(
    async (mark: Annotation, write: (before: Annotation) => Promise<Marked>): Promise<Marked> => {
      const key = JSON.stringify([scope.principal, scope.client, contactText(mark)])
      const former = turns.get(key)
      const written = (async () => {
        const last = await former
        return write(last?.is === 'saved' && last.mark.version > mark.version ? last.mark : mark)
      })()
      const turn = written.catch(() => null)
      turns.set(key, turn)
      void turn.then((done) => done?.is !== 'saved' && turns.get(key) === turn && turns.delete(key))
      return written
    },
    [scope],
  )
}

/**
 * Notifies of a conflict.
 * @param what the field's current value; null: none
 */
export const showAnnotationConflict = ({ who }: Annotation, what: string | null): void =>
  showToast({
    tone: 'failed',
    text: m.annotation_changed({ who: whoWord(who), what: what ?? m.annotation_no_outcome() }),
  })

export const annotationOf = (
  annotations: Readonly<Record<string, Annotation>>,
  contact: AnnotatedContact,
): Annotation => annotations[contactText(contact)] ?? unmarked(contact)

interface Outcome {
  readonly before: Annotation
  readonly outcome: CallBackOutcome | null
  /** Name for the note that it is saved; null: taken back by that note's "Undo". */
  readonly caller: string | null
}

export const useSetOutcome = () => {
  const save = useSaveAnnotation()
  const inTurn = useInTurn()
  const { mutate } = useMutation({
    mutationFn: ({ before, outcome }: Outcome) => inTurn(before, (latest) => save(latest, { outcome })),
    onSuccess: ({ is, mark }, { before, outcome, caller }) => {
      // The same outcome is no conflict.
      if (is === 'changed' && mark.outcome !== outcome) return showAnnotationConflict(mark, outcomeLine(mark))
      if (caller === null) return
      showToast({
        tone: 'done',
        text:
          outcome === null
            ? m.annotation_taken_back({ caller })
            : m.annotation_set({ caller, what: OUTCOME_LABELS[outcome].word() }),
        action: {
          label: m.undo(),
          onPress: () => mutate({ before: mark, outcome: before.outcome, caller: null }),
        },
      })
    },
    onError: (error) => showToast({ tone: 'failed', text: errorText(error) }),
  })
  return mutate
}
