import { useBelow } from '#/features/overview/data/use-below.ts'
import type { Exportable } from '#/features/overview/export/panel-file.ts'
import { ExportMenu } from '#/features/overview/export/export-menu.tsx'
import { Panel, type PanelModule } from '#/features/overview/panels/panel.tsx'
import { m } from '#/i18n/paraglide/messages.js'
import { FunnelSkeleton } from './skeleton.tsx'

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
