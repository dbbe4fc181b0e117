import { ClientGate } from '#/features/agency/client-gate.tsx'
import { PageBar } from '#/features/shell/page-bar.tsx'
import { m } from '#/i18n/paraglide/messages.js'
import { OverviewProvider, useOverviewData } from './data/use-overview.ts'
import { Trend } from './trend/trend.tsx'
import { Summary } from './summary/summary.tsx'
import { Sources } from './sources/sources.tsx'
import { HeatMap } from './heat-map/heat-map.tsx'
import { Today } from './today/today.tsx'
import { NotThrough } from './not-through/not-through.tsx'
import { Breakdowns } from './breakdowns/breakdowns.tsx'
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
      <div className="grid gap-2 px-6 pb-8 phone:px-4">
        <Today />
        <Summary />
        <div className="grid grid-cols-[minmax(0,1fr)_364px] gap-x-8 border-t border-line phone:grid-cols-1 max-desk:grid-cols-1">
          <div className="min-w-0">
            <Trend />
            <Sources />
            <Breakdowns />
          </div>
          <div className="min-w-0">
            <NotThrough />
            <HeatMap />
            <Funnel />
          </div>
        </div>
      </div>
    </OverviewProvider>
  )
}
