import { AllChangesLink } from '#/features/overview/changes/all-changes-link.tsx'
import { ChangesBlock } from '#/features/overview/changes/changes-block.tsx'
import { ForecastCard } from '#/features/overview/plan/forecast-card.tsx'
import { PlanTrend } from '#/features/overview/plan/plan-trend.tsx'
import { HeatTable } from './heat-map/heat-table.tsx'
import { VerdictReceipt } from './sources/cells/verdict-receipt.tsx'
import { SpendTotal } from './sources/spend-total.tsx'
import { FindingReceipt } from './today/finding-receipt.tsx'
import { Everybody, ReachedLaterNote } from './unreturned-calls/later-parts.tsx'
import { Nobody, Nothing, NotConsidered } from './today/nothing.tsx'
import { TrendTable } from './trend/trend-table.tsx'

/** Secondary content of panels in one chunk, loaded at idle or on demand. */
export const LATER_PARTS = {
  AllChangesLink,
  ChangesBlock,
  Everybody,
  FindingReceipt,
  HeatTable,
  Nobody,
  Nothing,
  NotConsidered,
  ForecastCard,
  PlanTrend,
  ReachedLaterNote,
  SpendTotal,
  TrendTable,
  VerdictReceipt,
} as const
