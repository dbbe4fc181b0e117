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

/** Every panel of the overview, in the order of each place. A new one is its folder and its name here. */
export const PANELS = {
  top: [todayPanel, summaryPanel, changesPanel],
  /** First on a phone, beside the others on a desk. */
  callBack: [unreturnedCallsPanel],
  main: [trendPanel, sourcesPanel],
  mainBelow: [heatMapPanel],
  side: [funnelPanel, channelsPanel],
  /** Two beside each other on a desk. */
  pairs: [objectsPanel, regionsPanel, managersPanel, searchRequestsPanel, pagesPanel],
} as const satisfies Record<string, readonly PanelModule[]>
