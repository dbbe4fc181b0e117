import { useMemo, useState } from 'react'
import { useHidden } from '#/features/overview/data/use-hidden.ts'
import { useBelow } from '#/features/overview/data/use-later.ts'
import type { ReportTable, TableName } from '#/contract/figures/answers.ts'
import { useFigures } from '#/domain/figures/use-figures.ts'
import { useAddress, useOverview, useTable } from '#/features/overview/data/use-overview.ts'
import type { Exportable } from '#/features/overview/export/panel-file.ts'
import { Panel, type Fold, type PanelModule } from '#/features/overview/panels/panel.tsx'
import { ExportMenu } from '#/features/overview/export/export-menu.tsx'
import { formatNumber } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Skeleton } from '#/ui/state/skeleton.tsx'
import { useIsPhone } from '#/ui/use-is-phone.ts'
import { namedTotal, type BreakdownSpec } from './rows.ts'

type TableSpec = BreakdownSpec & { readonly by: TableName }

const breakdown = (spec: TableSpec): PanelModule => {
  const file: Exportable<null> = {
    name: spec.name,
    isDrawn: true,
    usual: null,
    file: () => import('./file.tsx').then(({ breakdownFile }) => breakdownFile(spec)),
  }
  return {
    name: spec.name,
    title: spec.title,
    files: [file],
    View: () => <Breakdown spec={spec} file={file} />,
  }
}

export const regionsPanel = breakdown({
  name: 'regions',
  by: 'region',
  title: m.breakdown_regions,
  without: m.breakdown_without_region,
  hasCalls: true,
})
export const managersPanel = breakdown({
  name: 'managers',
  by: 'manager',
  title: m.breakdown_managers,
  without: m.breakdown_without_manager,
  isOfAnswered: true,
  isFoldedOnPhone: true,
})
export const searchRequestsPanel = breakdown({
  name: 'search-requests',
  by: 'search_request',
  title: m.breakdown_search_requests,
  without: m.breakdown_without_search,
  isFoldedOnPhone: true,
})
export const pagesPanel = breakdown({
  name: 'pages',
  by: 'page',
  title: m.breakdown_pages,
  without: m.breakdown_without_page,
  isFoldedOnPhone: true,
})
export const channelsPanel = breakdown({
  name: 'channels',
  by: 'channel',
  title: m.breakdown_channels,
  without: m.breakdown_without_channel,
})

const OBJECTS: BreakdownSpec = {
  name: 'objects',
  by: 'object',
  title: m.breakdown_objects,
  without: m.breakdown_without_object,
  hasCalls: true,
}
/** Objects side by side, even if one is selected. */
const Objects = () => {
  const hidden = useHidden()
  const { filters, won, countAs, jobOfFigures, state } = useOverview(
    'filters',
    'won',
    'countAs',
    'jobOfFigures',
    'state',
  )
  const below = useBelow()
  const { data: table, state: counted } = useFigures(
    { ...jobOfFigures, oid: null },
    'table',
    ['object', countAs],
    state === null ? null : { dimension: 'object', filters, won, limit: OBJECT_ROWS, countAs },
  )
  const titles = useMemo(() => new Map(counted?.objectTitles), [counted])
  if (hidden.dimension('object')) return null
  return (
    <Panel
      title={m.breakdown_objects()}
      note={table && <BreakdownNote spec={OBJECTS} table={table} />}
      skeleton={<BreakdownSkeleton />}
    >
      {() =>
        below === null || table === undefined ? (
          <BreakdownSkeleton />
        ) : (
          <below.BreakdownRows
            spec={OBJECTS}
            table={table}
            objectTitle={(oid) => oid && (titles.get(oid) ?? oid)}
          />
        )
      }
    </Panel>
  )
}
const OBJECT_ROWS = 1_000

export const objectsPanel: PanelModule = {
  name: 'objects',
  title: m.breakdown_objects,
  View: Objects,
  files: { none: 'Its rows are in the file of objects' },
}

/** Number of values, and whether a filter of the panel itself is ignored. */
const BreakdownNote = ({ spec, table }: { spec: BreakdownSpec; table: ReportTable }) => {
  const { [spec.by]: narrowedTo } = useAddress(spec.by)
  const total = namedTotal(table)
  return narrowedTo === undefined ? (
    formatNumber(total)
  ) : (
    <>
      {formatNumber(total)}, {m.breakdown_not_applied()}
    </>
  )
}

const Breakdown = ({ spec, file }: { spec: TableSpec; file: Exportable<null> }) => {
  const hidden = useHidden()
  const table = useTable(spec.by)
  const below = useBelow()
  const fold = useFold(spec)
  const title = spec.title()
  if (hidden.dimension(spec.by)) return null
  return (
    <Panel
      title={title}
      note={table && namedTotal(table) > 0 ? <BreakdownNote spec={spec} table={table} /> : undefined}
      actions={table && table.rows.length > 0 && <ExportMenu panel={file} choice={null} title={title} />}
      fold={fold}
      skeleton={<BreakdownSkeleton />}
    >
      {() =>
        below === null || table === undefined ? (
          <BreakdownSkeleton />
        ) : (
          <below.BreakdownRows spec={spec} table={table} />
        )
      }
    </Panel>
  )
}

/** Open where it has filtered the page. */
const useFold = ({ by, isFoldedOnPhone = false }: TableSpec): Fold | undefined => {
  const isPhone = useIsPhone()
  const { [by]: narrowedTo } = useAddress(by)
  const [chosen, setOpen] = useState<boolean | null>(null)
  const isOpen = chosen ?? narrowedTo !== undefined
  return isPhone && isFoldedOnPhone ? { isOpen, onToggle: () => setOpen(!isOpen) } : undefined
}

const BreakdownSkeleton = () => (
  <div className="grid gap-5 py-4">
    {(['full', 'xl', 'lg', 'md', 'sm', 'xs'] as const).map((width) => (
      <Skeleton key={width} width={width} />
    ))}
  </div>
)
