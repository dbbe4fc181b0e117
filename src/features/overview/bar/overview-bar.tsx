import { Link, useLocation } from '@tanstack/react-router'
import { useLoading, useQuestion, useReport } from '#/features/overview/data/use-overview.ts'
import { REPORT_FILTERS, type ReportFilter } from '#/contract/shared-reports/report-filters.ts'
import { failedDays, hasNothing, isSoFar } from '#/domain/figures/unread-days.ts'
import { PageBar } from '#/domain/page-bar.tsx'
import { counted } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { buttonClass } from '#/ui/control/button.tsx'
import { Icon } from '#/ui/icon.tsx'
import { ArrangeButton } from '#/features/overview/arrange/arrange-button.tsx'
import { dimensionName } from '#/domain/contact-list/dimension-labels.ts'
import { OverviewPeriod } from './overview-period.tsx'
import { CrossFilters, NARROWING } from './cross-filters.tsx'
import { LoadLine } from './load-line.tsx'

/** Its place is kept where there is room for it while loading, so that what stands beside does not move when it comes. */
const CountToCome = () => {
  const { state } = useLoading('state')
  const words = m.contacts_count(counted(state?.current.total ?? USUAL_COUNT))
  return (
    <span
      aria-hidden="true"
      className="inline-block max-[1279px]:hidden min-[1440px]:max-[1599px]:hidden"
      // Letters are a little narrower than digits.
      style={{ width: `${words.length * 0.88}ch` }}
    />
  )
}
/** As wide as most. */
const USUAL_COUNT = 1_000

/** The head of the overview: its days, what they are compared with, what narrows it, and how loading stands. */
export const OverviewBar = () => {
  const { search } = useQuestion('search')
  const { state, objectTitle } = useLoading('state', 'objectTitle')
  const { figures } = useReport('figures')
  const title = search.object === undefined ? m.all_objects() : objectTitle(search.object)
  // What is counted is read out when it stands still.
  const count =
    state === null || isSoFar(state) || state.is === 'loading' || (state.is === 'failed' && hasNothing(state))
      ? undefined
      : figures?.contacts
  const isNarrowed = NARROWING.some((name) => search[name] !== undefined)
  return (
    <>
      {/* What the page is about stays in view; on a phone the room is the page's. */}
      <div className="bg-bg desk:sticky desk:top-bar desk:z-(--z-index-bar)">
        <PageBar
          isOneLine
          title={m.nav_overview()}
          documentTitle={`${m.nav_overview()} · ${title}`}
          status={
            failedDays(state).length > 0 ? undefined : count === undefined ? (
              <CountToCome />
            ) : (
              <span
                className={
                  isNarrowed ? 'min-[761px]:max-[1439px]:sr-only' : 'min-[1180px]:max-[1279px]:sr-only'
                }
              >
                {m.contacts_count(counted(count))}
              </span>
            )
          }
          tools={
            <>
              <LoadLine isShort={isNarrowed} />
              <Link data-tool="report" to="/overview/report" search={search} className={buttonClass({})}>
                <Icon name="form" />
                <span className={isNarrowed ? 'min-[1180px]:max-[1439px]:sr-only' : undefined}>
                  {m.report_button()}
                </span>
              </Link>
              <ArrangeButton />
            </>
          }
        >
          {/* On a desk the header's switcher names the object. */}
          <p className="w-full truncate pb-1 text-13 text-text-2 desk:hidden">
            <bdi>{title}</bdi>
          </p>
          {/* On one line what is too long for it is cut with an ellipsis. */}
          <div className="flex min-w-0 flex-wrap items-center gap-1.5 py-2 min-[1180px]:flex-nowrap min-[1180px]:overflow-x-auto min-[1180px]:[scrollbar-width:none] min-[1180px]:[&>span]:min-w-24 min-[1180px]:[&>span]:shrink phone:py-1">
            <OverviewPeriod />
            <CrossFilters />
          </div>
        </PageBar>
      </div>
      <Notes />
    </>
  )
}

const isReportFilter = (name: string): name is ReportFilter => REPORT_FILTERS.some((one) => one === name)

const NAMES: Readonly<Record<string, () => string>> = {
  period: m.overview_period,
  date_from: m.filter_date_from,
  date_to: m.filter_date_to,
  object: m.overview_object,
  compare: m.overview_compared_with,
  compare_from: m.overview_compared_with,
  compare_to: m.overview_compared_with,
  match_weekdays: m.overview_match_weekdays,
  days: m.overview_by_days,
  bucket: m.trend_buckets,
  trend_metric: m.trend_metric,
  heat_metric: m.heat_metric,
  as_table: m.as_table,
}

const nameOf = (name: string) => (isReportFilter(name) ? dimensionName(name) : (NAMES[name]?.() ?? name))

/** What is wrong with the address; what has not come is said in the bar, which has a place for it. */
const Notes = () => {
  const dropped = useLocation({ select: (location) => location.state.dropped }) ?? []
  return (
    <div aria-live="polite" className="grid gap-1 px-4 pt-2 text-13 text-warning empty:hidden">
      {dropped.length > 0 && (
        <p>{m.overview_dropped({ names: [...new Set(dropped.map(nameOf))].join(', ') })}</p>
      )}
    </div>
  )
}
