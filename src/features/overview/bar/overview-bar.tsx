import { useOverview, useReport } from '#/features/overview/data/use-overview.ts'
import { REPORT_FILTERS } from '#/contract/shared-reports/report-filters.ts'
import type { ReactNode } from 'react'
import { failedDays, hasNothing, isSoFar } from '#/domain/figures/unread-days.ts'
import { DroppedNote } from '#/domain/notice/dropped-note.tsx'
import { PageBar } from '#/domain/page-bar.tsx'
import { PERIOD_NAMES } from '#/domain/period/period-labels.ts'
import { counted } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { dimensionName } from '#/domain/contact-list/dimension-labels.ts'
import { OverviewPeriod } from './overview-period.tsx'
import { CrossFilters } from './cross-filters.tsx'
import { LoadLine } from './load-line.tsx'

export const OverviewBar = ({
  title,
  actions,
  isCompared = true,
}: {
  title: string
  actions: ReactNode
  /** False: nothing of the page is compared, so that it doesn't ask with what. */
  isCompared?: boolean
}) => {
  const { search, state, objectTitle } = useOverview('search', 'state', 'objectTitle')
  const { figures } = useReport('figures')
  const whose = search.object === undefined ? m.all_objects() : objectTitle(search.object)
  // Announced once counting has finished.
  const count =
    state === null || isSoFar(state) || state.is === 'loading' || (state.is === 'failed' && hasNothing(state))
      ? undefined
      : figures?.contacts
  return (
    <>
      <div className="bg-bg desk:sticky desk:top-bar desk:z-(--z-index-bar)">
        <PageBar
          title={title}
          documentTitle={`${title} · ${whose}`}
          status={
            failedDays(state).length > 0 || count === undefined ? null : m.contacts_count(counted(count))
          }
          tools={
            <>
              <LoadLine />
              {actions}
            </>
          }
        >
          {/* On a desk the header's switcher shows the object. */}
          <p className="w-full truncate pb-1 text-13 text-text-2 desk:hidden">
            <bdi>{whose}</bdi>
          </p>
          <div className="order-last flex w-full flex-wrap items-center gap-1.5 pb-2">
            <OverviewPeriod isCompared={isCompared} />
            <CrossFilters />
          </div>
        </PageBar>
      </div>
      <DroppedNote names={NAMES} />
    </>
  )
}

/** Of the parameters in the address. */
const NAMES: Readonly<Partial<Record<string, () => string>>> = {
  ...PERIOD_NAMES,
  ...Object.fromEntries(REPORT_FILTERS.map((name) => [name, () => dimensionName(name)])),
  object: m.overview_object,
  days: m.overview_by_days,
  bucket: m.trend_buckets,
  trend_metric: m.trend_metric,
  heat_metric: m.heat_metric,
  as_table: m.as_table,
}
