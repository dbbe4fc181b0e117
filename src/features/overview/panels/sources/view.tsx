import { useHasNothing, type PanelModule } from '#/features/overview/panels/panel.tsx'
import { m } from '#/i18n/paraglide/messages.js'
import { Section } from '#/ui/data/section.tsx'
import { Skeleton } from '#/ui/state/skeleton.tsx'
import { Table, Td, Th, Tr, type RowOrder } from '#/ui/table/table.tsx'
import { useIdleCode } from '#/ui/use-idle-code.ts'
import { useIsPhone } from '#/ui/use-is-phone.ts'
import type { Exportable } from '#/features/overview/export/panel-file.ts'
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

const fetchSources = () => import('./sources.tsx')

/** The table is below the first screen, so its code is loaded at idle. */
const Sources = () => {
  const code = useIdleCode(fetchSources)
  return code ? <code.Sources /> : <Waiting />
}

const Waiting = () => {
  const isPhone = useIsPhone()
  if (useHasNothing()) return null
  return (
    <Section title={m.sources_title()}>
      <Table edge="none" aria-label={m.sources_title()} aria-busy className="mt-1">
        <thead>
          <tr>
            <Th />
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: 6 }, (_, row) => (
            <Tr key={row} height={isPhone ? 'tall' : 'row'}>
              <Td>
                <Skeleton width="md" />
              </Td>
            </Tr>
          ))}
        </tbody>
      </Table>
    </Section>
  )
}

export const sourcesPanel: PanelModule = {
  name: 'sources',
  title: m.sources_title,
  View: Sources,
  files: [SOURCES_FILE],
}
