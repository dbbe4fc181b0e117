import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { recentAnnotationsQuery, type RecentAnnotations } from '#/api/annotations/annotations.ts'
import { contactText } from '#/contract/annotations/contact-text.ts'
import { annotationPasses, type AnnotationFilters } from '#/contract/annotations/annotation-filters.ts'
import type { ContactRows } from '#/domain/contact-list/use-contact-rows.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { ListPill } from '#/features/journal/rows/list-pill.tsx'
import { m } from '#/i18n/paraglide/messages.js'
import { Icon } from '#/ui/icon.tsx'

const listedIn = (rows: ContactRows, oid: string | null) => {
  const listed = new Set<string>()
  let isComplete = true
  for (let index = 0; index < rows.count; index++) {
    const row = rows.at(index)
    if (row.state === 'ready')
      listed.add(contactText({ oid: row.call.obj_oid ?? oid ?? '', id: row.call.id }))
    else isComplete = false
  }
  return { listed, isComplete }
}

/** Whether annotations written since would change the list. */
const hasChanged = (
  { annotations, oldest }: RecentAnnotations,
  since: Pick<RecentAnnotations, 'since' | 'oldest'>,
  rows: ContactRows,
  oid: string | null,
  filters: AnnotationFilters,
): boolean => {
  // Deletions leave no record of their own.
  if (since.oldest !== null && oldest !== since.oldest) return true
  const later = Object.values(annotations).filter(
    (mark) => mark.at >= since.since && (oid === null || mark.oid === oid),
  )
  if (later.length === 0) return false
  const passes = annotationPasses(filters)
  const { listed, isComplete } = listedIn(rows, oid)
  return later.some((mark) => (listed.has(contactText(mark)) ? !passes(mark) : passes(mark) || !isComplete))
}

/**
 * "Marks have changed": shown over a list filtered by annotations when a change affects it. Rows stay until it is
 * pressed.
 */
export const AnnotationsChanged = ({
  rows,
  oid,
  filters,
  onShow,
}: {
  rows: ContactRows
  oid: string | null
  filters: AnnotationFilters
  onShow: () => void
}) => {
  const { scope } = useSignedIn()
  const { data } = useQuery(recentAnnotationsQuery(scope))
  const { updatedAt, isPrevious } = rows
  // Changes since the list was requested, by the server's clock.
  const [from, setFrom] = useState<{ readonly list: number; readonly known: RecentAnnotations } | null>(null)
  if (data !== undefined && !isPrevious && from?.list !== updatedAt) setFrom({ list: updatedAt, known: data })
  const isChanged =
    data !== undefined &&
    from?.list === updatedAt &&
    data !== from.known &&
    hasChanged(data, from.known, rows, oid, filters)
  return (
    <ListPill title={m.show_marks_changed()} onPress={onShow}>
      {isChanged && (
        <>
          <Icon name="refresh" size={14} />
          {m.annotations_changed()}
        </>
      )}
    </ListPill>
  )
}
