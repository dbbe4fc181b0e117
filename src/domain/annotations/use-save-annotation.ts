import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Scope } from '#/api/client.ts'
import {
  annotationQuery,
  readMarks,
  recentAnnotationsQuery,
  saveAnnotation,
  withAnnotations,
  type AnnotationsByContact,
} from '#/api/annotations/annotations.ts'
import { keysOf } from '#/api/keys.ts'
import { isApiError } from '#/api/error.ts'
import {
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
import { OUTCOME_LOOK, outcomeLine } from './outcome-labels.ts'

const show = (queryClient: QueryClient, scope: Scope, mark: Annotation) => {
  const { queryKey } = recentAnnotationsQuery(scope)
  queryClient.setQueryData(
    queryKey,
    (before) => before && { ...before, marks: withAnnotations(before.marks, [mark]) },
  )
  // Each query has the contacts it requested; one more does no harm.
  queryClient.setQueriesData<AnnotationsByContact>(
    { queryKey: keysOf(scope, 'marks_of') },
    (before) => before && withAnnotations(before, [mark]),
  )
  queryClient.setQueryData(annotationQuery(scope, mark).queryKey, (before) =>
    before && before.version > mark.version ? before : mark,
  )
}

/** Result of a write; `changed`: a colleague changed it first and nothing was overwritten. */
interface Marked {
  readonly is: 'saved' | 'changed'
  readonly mark: Annotation
}

/** @throws ApiError */
export const useSaveAnnotation = () => {
  const { scope } = useSignedIn()
  const queryClient = useQueryClient()
  return useCallback(
    async (before: Annotation, values: Partial<AnnotationValues>): Promise<Marked> => {
      try {
        const mark = await saveAnnotation(scope, before, { version: before.version, ...values })
        show(queryClient, scope, mark)
        return { is: 'saved', mark }
      } catch (error) {
        if (!isApiError(error) || error.code !== 'mark_changed') throw error
        const [mark = unmarked(before)] = await readMarks(scope, [before])
        show(queryClient, scope, mark)
        return { is: 'changed', mark }
      }
    },
    [scope, queryClient],
  )
}

/** A conflict: shows the current annotation and a note. */
export const showAnnotationConflict = (mark: Annotation): void =>
  showToast({
    tone: 'failed',
    text: m.annotation_changed({
      who: whoWord(mark.who),
      what: outcomeLine(mark) ?? m.annotation_no_outcome(),
    }),
  })

export const annotationOf = (
  marks: Readonly<Record<string, Annotation>>,
  contact: AnnotatedContact,
): Annotation => marks[contactText(contact)] ?? unmarked(contact)

interface Outcome {
  readonly before: Annotation
  readonly outcome: CallBackOutcome | null
  /** Name for the note that it is saved; null: taken back by that note's "Undo". */
  readonly caller: string | null
}

export const useSetOutcome = () => {
  const save = useSaveAnnotation()
  const { mutate } = useMutation({
    mutationFn: ({ before, outcome }: Outcome) => save(before, { outcome }),
    onSuccess: ({ is, mark }, { before, outcome, caller }) => {
      // The same outcome is no conflict.
      if (is === 'changed' && mark.outcome !== outcome) return showAnnotationConflict(mark)
      if (caller === null) return
      showToast({
        tone: 'done',
        text:
          outcome === null
            ? m.annotation_taken_back({ caller })
            : m.annotation_set({ caller, what: OUTCOME_LOOK[outcome].word() }),
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
