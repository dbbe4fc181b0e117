import { channels, managers, pages, regions, searchRequests } from './breakdowns/view.tsx'
import { funnel } from './funnel/view.tsx'
import { heatMap } from './heat-map/view.tsx'
import { notThrough } from './not-through/view.tsx'
import type { PanelModule } from './panel.tsx'
import { sources } from './sources/view.tsx'
import { summary } from './summary/view.tsx'
import { today } from './today/view.tsx'
import { tools } from './tools/view.tsx'
import { trend } from './trend/view.tsx'

/** Every panel of the overview, in the order of each place. A new one is its folder and its name here. */
export const PANELS = {
  top: [today, summary],
  /** First on a phone, beside the others on a desk. */
  callBack: [notThrough],
  main: [trend, sources, heatMap],
  side: [funnel, channels],
  /** Two beside each other on a desk. */
  pairs: [regions, managers, searchRequests, pages],
  bottom: [tools],
} as const satisfies Record<string, readonly PanelModule[]>
