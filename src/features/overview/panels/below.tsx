import { BreakdownRows } from './breakdowns/breakdown-rows.tsx'
import { FunnelSteps } from './funnel/funnel-steps.tsx'
import { Heat } from './heat-map/heat.tsx'

/** Panels below the first screen in one chunk, loaded at idle. */
export const BELOW_PARTS = { BreakdownRows, FunnelSteps, Heat } as const
