import type { ReactNode } from 'react'
import { ClientGate } from '#/features/agency/client-gate.tsx'
import { PageBar } from '#/features/shell/page-bar.tsx'
import { LoadError } from '#/features/shell/state/load-error.tsx'
import { m } from '#/i18n/paraglide/messages.js'
import { OverviewProvider, useOverview, useOverviewData } from './data/use-overview.ts'
import { Trend } from './trend/trend.tsx'
import { Summary } from './summary/summary.tsx'
import { Sources } from './sources/sources.tsx'
import { HeatMap } from './heat-map/heat-map.tsx'
import { NOT_THROUGH_PLACE } from './today/finding-item.tsx'
import { Today } from './today/today.tsx'
import { Tools } from './tools/tools.tsx'
import { NotThrough } from './not-through/not-through.tsx'
import { Breakdowns, Channels } from './breakdowns/breakdowns.tsx'
import { Funnel } from './breakdowns/funnel.tsx'
import { OverviewBar } from './bar/overview-bar.tsx'

/** What to do today, and what everything of a period adds up to. */
export const OverviewPage = () => (
  <ClientGate head={<PageBar title={m.nav_overview()} />}>
    <Panels />
  </ClientGate>
)

const Panels = () => {
  const overview = useOverviewData()
  return (
    <OverviewProvider value={overview}>
      <OverviewBar />
      <Failed>
        <div className="grid gap-2 px-4 pt-2 pb-8">
          <Today />
          <Summary />
          <div className="grid grid-cols-[minmax(0,1fr)_364px] gap-x-8 border-t border-line max-[1100px]:grid-cols-1">
            <div className="min-w-0">
              <Trend />
              <Sources />
              <Breakdowns />
            </div>
            <div className="min-w-0">
              <div id={NOT_THROUGH_PLACE} tabIndex={-1} className="scroll-mt-2">
                <NotThrough />
              </div>
              <HeatMap />
              <Funnel />
              <Channels />
            </div>
          </div>
          <Tools />
        </div>
      </Failed>
    </OverviewProvider>
  )
}

/** Why there is nothing at all, in place of the panels: nothing has come, or nothing can be computed. */
const Failed = ({ children }: { children: ReactNode }) => {
  const { isBroken, failure, state, analytics, restart } = useOverview()
  if (isBroken) return <LoadError error={failure} title={m.overview_defect()} onRetry={restart} />
  if (failure !== null && state?.is === 'failed' && state.current.loaded === 0)
    return <LoadError error={failure} title={m.overview_failed_title()} onRetry={() => analytics?.resume()} />
  return children
}
