import { PaceCard } from '#/features/overview/plan/pace-card.tsx'
import { PlanTrend } from '#/features/overview/plan/plan-trend.tsx'
import { HeatTable } from './heat-map/heat-table.tsx'
import { VerdictReceipt } from './sources/cells/verdict-receipt.tsx'
import { SpendTotal } from './sources/spend-total.tsx'
import { Nobody, Nothing, NotConsidered } from './today/nothing.tsx'
import { TrendTable } from './trend/trend-table.tsx'

/** What panels show only once the page is idle, or when they are asked to: in one file, which comes then. */
export const LATER_PARTS = {
  HeatTable,
  Nobody,
  Nothing,
  NotConsidered,
  PaceCard,
  PlanTrend,
  SpendTotal,
  TrendTable,
  VerdictReceipt,
} as const
