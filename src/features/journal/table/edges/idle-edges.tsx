import { useIdleCode } from '#/ui/use-idle-code.ts'
import type { LaidColumn } from '#/features/journal/table/column-layout.ts'
import type { TableLook } from '#/features/journal/table/use-table-look.ts'

const fetchEdges = () => import('./column-edges.tsx')

/** The edges of the columns, once the page is idle: they show only under the pointer or the focus. */
export const IdleEdges = (props: { columns: readonly LaidColumn[]; look: TableLook }) => {
  const edges = useIdleCode(fetchEdges)
  return edges && <edges.ColumnEdges {...props} />
}
