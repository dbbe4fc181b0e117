import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import type { ListedCallRead } from '#/contract/call.ts'
import type { Annotation } from '#/contract/annotations/annotations.ts'
import type { ContactRows, RowRange } from '#/domain/contact-list/use-contact-rows.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'

type RowMarks = typeof import('./row-marks.tsx')
const fetchRowMarks = () => import('./row-marks.tsx')

/**
 * Annotations of visible rows, requested only if a column shows them.
 * @returns `markOf` undefined: loading
 */
export const useRowMarks = (
  rows: ContactRows,
  { start, end }: RowRange,
  oid: string | null,
  isShown: boolean,
): {
  readonly drawMark: RowMarks['drawMark'] | null
  readonly markOf: (call: ListedCallRead) => Annotation | undefined
} => {
  const { scope } = useSignedIn()
  const queryClient = useQueryClient()
  const [code, setCode] = useState<RowMarks | null>(null)
  const isWanted = isShown && code === null
  useEffect(() => {
    if (isWanted) fetchRowMarks().then(setCode, () => undefined)
  }, [isWanted])
  const queries = useMemo(
    () => (isShown && code ? code.marksQueries(queryClient, scope, rows, { start, end }, oid) : []),
    [isShown, code, queryClient, scope, rows, start, end, oid],
  )
  const known = useQueries({ queries })
  return {
    drawMark: code && code.drawMark,
    markOf: (call) => code?.markIn(known, call, oid),
  }
}
