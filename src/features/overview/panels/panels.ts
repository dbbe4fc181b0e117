import {
  channelsPanel,
  managersPanel,
  objectsPanel,
  pagesPanel,
  regionsPanel,
  searchRequestsPanel,
} from './breakdowns/view.tsx'
import { changesPanel } from './changes/view.tsx'
import { funnelPanel } from './funnel/view.tsx'
import { heatMapPanel } from './heat-map/view.tsx'
import { unreturnedCallsPanel } from './unreturned-calls/view.tsx'
import type { PanelModule } from './panel.tsx'
import { sourcesPanel } from './sources/view.tsx'
import { summaryPanel } from './summary/view.tsx'
import { todayPanel } from './today/view.tsx'
import { trendPanel } from './trend/view.tsx'

/** All panels by place, in order. A new panel needs its folder and an entry here. */
export const PANELS = {
  top: [todayPanel, summaryPanel, changesPanel],
  /** First on a phone, right column on a desk. */
  callBack: [unreturnedCallsPanel],
  main: [trendPanel, sourcesPanel],
  mainBelow: [heatMapPanel],
  side: [funnelPanel, channelsPanel],
  pairs: [objectsPanel, regionsPanel, managersPanel, searchRequestsPanel, pagesPanel],
} as const satisfies Record<string, readonly PanelModule[]>
