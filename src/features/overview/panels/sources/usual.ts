import type { Exportable } from '#/features/overview/export/panel-file.ts'
import type { RowOrder } from '#/ui/table/table.tsx'
import type { SourceView } from './columns.ts'
import type { SourcesChoice } from './lines.ts'
import type { SourceColumn } from '#/domain/costs/evaluated-sources.ts'

export const USUAL_ORDER = {
  contacts: { column: 'target_rate', direction: 'descending' },
  cost: { column: 'cost_per_target', direction: 'ascending' },
} as const satisfies Record<SourceView, RowOrder<SourceColumn>>

export const SOURCES_FILE: Exportable<SourcesChoice> = {
  name: 'sources',
  isDrawn: true,
  usual: { order: USUAL_ORDER.contacts, costs: null },
  file: () => import('./file.tsx').then(({ sourcesFile }) => sourcesFile),
}
