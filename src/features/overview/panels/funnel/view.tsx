import { useBelow } from '#/features/overview/data/use-later.ts'
import type { Exportable } from '#/features/overview/export/panel-file.ts'
import { ExportMenu } from '#/features/overview/export/export-menu.tsx'
import { Panel, type PanelModule } from '#/features/overview/panels/panel.tsx'
import { m } from '#/i18n/paraglide/messages.js'
import { Skeleton } from '#/ui/state/skeleton.tsx'

/** As high as the content, so that nothing below shifts. */
const FunnelSkeleton = () => (
  <>
    <div className="mt-1">
      {(['full', 'xl', 'md', 'xs'] as const).map((width) => (
        <div key={width} className="flex min-h-8 items-center phone:min-h-10">
          <Skeleton width={width} />
        </div>
      ))}
    </div>
    <FunnelLabel />
  </>
)

export const FunnelLabel = () => <p className="mt-1.5 text-12 text-text-3">{m.funnel_words()}</p>

const FUNNEL_FILE: Exportable<null> = {
  name: 'funnel',
  isDrawn: true,
  usual: null,
  file: () => import('./file.tsx').then(({ funnelFile }) => funnelFile),
}

/** Steps are counted independently: a missed call may be a target one, and lead to a deal. */
const Funnel = () => {
  const below = useBelow()
  return (
    <Panel
      title={m.funnel()}
      note={m.funnel_note()}
      actions={<ExportMenu panel={FUNNEL_FILE} choice={null} title={m.funnel()} />}
      skeleton={<FunnelSkeleton />}
    >
      {() => (below === null ? <FunnelSkeleton /> : <below.FunnelSteps />)}
    </Panel>
  )
}

export const funnelPanel: PanelModule = {
  name: 'funnel',
  title: m.funnel,
  View: Funnel,
  files: [FUNNEL_FILE],
}
