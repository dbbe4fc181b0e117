import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import type { ListedCallRead } from '#/contract/call.ts'
import type { Annotation } from '#/contract/annotations/annotations.ts'
import type { ContactRows, RowRange } from '#/domain/contact-list/use-contact-rows.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'

type RowAnnotations = typeof import('./row-annotations.tsx')
const fetchRowAnnotations = () => import('./row-annotations.tsx')

/**
 * Annotations of visible rows, requested only if a column shows them.
 * @returns `markOf` undefined: loading
 */
export const useRowAnnotations = (
  rows: ContactRows,
  { start, end }: RowRange,
  oid: string | null,
  isShown: boolean,
): {
  readonly renderAnnotation: RowAnnotations['renderAnnotation'] | null
  readonly markOf: (call: ListedCallRead) => Annotation | undefined
} => {
  const { scope } = useSignedIn()
  const queryClient = useQueryClient()
  const [code, setCode] = useState<RowAnnotations | null>(null)
  const isWanted = isShown && code === null
  useEffect(() => {
    if (isWanted) fetchRowAnnotations().then(setCode, () => undefined)
  }, [isWanted])
  const queries = useMemo(
    () => (isShown && code ? code.annotationQueries(queryClient, scope, rows, { start, end }, oid) : []),
    [isShown, code, queryClient, scope, rows, start, end, oid],
  )
  const known = useQueries({ queries })
  return {
    renderAnnotation: code && code.renderAnnotation,
    markOf: (call) => code?.annotationIn(known, call, oid),
  }
}
