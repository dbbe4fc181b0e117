import { useQueryClient, type QueryClient } from '@tanstack/react-query'
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
export type Marked =
  | { readonly is: 'saved' | 'changed'; readonly mark: Annotation }
  | { readonly is: 'failed'; readonly error: unknown }

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
        if (!isApiError(error) || error.code !== 'mark_changed') return { is: 'failed', error }
        try {
          const [mark = unmarked(before)] = await readMarks(scope, [before])
          show(queryClient, scope, mark)
          return { is: 'changed', mark }
        } catch (unread) {
          return { is: 'failed', error: unread }
        }
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

export const useSetOutcome = () => {
  const save = useSaveAnnotation()
  return useCallback(
    async (before: Annotation, outcome: CallBackOutcome | null, caller: string): Promise<void> => {
      const failed = (error: unknown) => showToast({ tone: 'failed', text: errorText(error) })
      const result = await save(before, { outcome })
      if (result.is === 'failed') return failed(result.error)
      // The same outcome is no conflict.
      if (result.is === 'changed' && result.mark.outcome !== outcome)
        return showAnnotationConflict(result.mark)
      const undo = async () => {
        const back = await save(result.mark, { outcome: before.outcome })
        if (back.is === 'failed') failed(back.error)
        else if (back.is === 'changed') showAnnotationConflict(back.mark)
      }
      showToast({
        tone: 'done',
        text:
          outcome === null
            ? m.annotation_taken_back({ caller })
            : m.annotation_set({ caller, what: OUTCOME_LOOK[outcome].word() }),
        action: { label: m.undo(), onPress: () => void undo() },
      })
    },
    [save],
  )
}
