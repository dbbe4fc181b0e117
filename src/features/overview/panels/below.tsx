import { BreakdownRows } from './breakdowns/breakdown-rows.tsx'
import { FunnelSteps } from './funnel/funnel-steps.tsx'
import { Heat } from './heat-map/heat.tsx'

/** What is in the panels that no screen begins with: in one file, which comes once the page is idle. */
export const BELOW_PARTS = { BreakdownRows, FunnelSteps, Heat } as const
