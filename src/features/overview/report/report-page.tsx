import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { agencyQuery } from '#/api/agency.ts'
import { agencyLogoQuery } from '#/api/agency-logo/agency-logo.ts'
import { useMay, useSignedIn } from '#/domain/session/use-signed-in.ts'
import { ClientGate } from '#/domain/client/client-gate.tsx'
import { UncountedError } from '#/features/overview/answer.tsx'
import { LoadLine } from '#/features/overview/bar/load-line.tsx'
import { hasNothing } from '#/domain/figures/unread-days.ts'
import { OverviewPeriod } from '#/features/overview/bar/overview-period.tsx'
import { OverviewProvider } from '#/features/overview/data/overview-provider.tsx'
import { objectLabel } from '#/features/overview/export/conditions.ts'
import { useExportContext } from '#/features/overview/export/use-export-context.ts'
import type { Filter } from '#/contract/figures/questions.ts'
import { useChanges } from '#/features/overview/changes/use-changes.ts'
import type { MonthPlan } from '#/contract/month-plans/month-plans.ts'
import { useOverview } from '#/features/overview/data/use-overview.ts'
import {
  useForecast,
  useForecastFields,
  useMonthPlan,
  useShownMonth,
} from '#/features/overview/plan/use-forecast.ts'
import { useNotesAt } from '#/features/overview/notes/use-notes.ts'
import { useSources } from '#/features/overview/panels/sources/use-sources.ts'
import { useCosts, useCostsBefore } from '#/features/overview/spend/use-costs.ts'
import { PageBar } from '#/domain/page-bar.tsx'
import { LoadError } from '#/domain/notice/load-error.tsx'
import { counted, formatDays } from '#/i18n/format.ts'
import { LOCALES, LOCALE_NAMES, getLocale } from '#/i18n/locale.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { buttonClass } from '#/ui/control/button.tsx'
import { Checkbox } from '#/ui/control/checkbox.tsx'
import { Choice } from '#/ui/control/choice.tsx'
import { Icon } from '#/ui/icon.tsx'
import { SkeletonLines } from '#/ui/state/skeleton.tsx'
import { Download, useMakesPdf } from '#/features/overview/report/download.tsx'
import { Paper, type Brand } from '#/features/overview/report/paper.tsx'
import { type ReportedPlan, reportContent } from './report-labels.ts'
import { ShareButton } from '#/features/overview/report/share/share-button.tsx'
import { REPORT_ROUTE, useReportLocale } from '#/features/overview/report/use-report-locale.ts'

/** One printable page of the overview, in its reader's language. */
export const ReportPage = () => (
  <ClientGate head={<PageBar title={m.report_title()} />}>
    <OverviewProvider at="/overview/report">
      <ReportBar />
      <Contents />
    </OverviewProvider>
  </ClientGate>
)

const ReportBar = () => {
  const { overview, object, client } = useExportContext()
  const { state, report } = overview
  const { lang, notes: withoutNotes, ...search } = useSearch({ from: REPORT_ROUTE })
  const hasNotes = useNotesAt(overview.days).length > 0
  const navigate = useNavigate()
  const locale = useReportLocale()
  const mayExport = useMay('export')
  const makesPdf = useMakesPdf()
  const count =
    state?.is === 'loaded' || (state !== null && state.is !== 'loading' && !hasNothing(state))
      ? report?.figures.contacts
      : undefined
  return (
    <div className="print:hidden">
      <PageBar
        title={m.report_title()}
        documentTitle={[client, m.report_title(), objectLabel(overview, object), formatDays(overview.days)]
          .filter(Boolean)
          .join(' · ')}
        status={count === undefined ? null : m.contacts_count(counted(count))}
        tools={
          <>
            <LoadLine />
            <span data-line className="flex flex-wrap items-center gap-2 phone:w-full">
              <ShareButton />
              {mayExport && <Download />}
              <Link to="/overview" search={search} className={buttonClass({ variant: 'ghost' })}>
                <Icon name="chevron-left" />
                {m.report_back()}
              </Link>
            </span>
          </>
        }
      >
        {/* On its own line, as on the overview. */}
        <div className="order-last flex w-full flex-wrap items-center gap-x-4 gap-y-1.5 pb-2">
          <span className="flex flex-wrap items-center gap-1.5">
            <OverviewPeriod />
          </span>
          <Choice
            label={m.report_language()}
            value={locale}
            options={LOCALES.map((value) => ({ value, label: LOCALE_NAMES[value] }))}
            onChange={(chosen) =>
              void navigate({
                to: '/overview/report',
                search: {
                  ...search,
                  ...(withoutNotes && { notes: withoutNotes }),
                  ...(chosen === getLocale() ? {} : { lang: chosen }),
                },
                replace: true,
                resetScroll: false,
              })
            }
          />
          {hasNotes && (
            <Checkbox
              checked={withoutNotes === undefined}
              onChange={({ target }) =>
                void navigate({
                  to: '/overview/report',
                  search: {
                    ...search,
                    ...(lang && { lang }),
                    ...(!target.checked && { notes: 'off' as const }),
                  },
                  replace: true,
                  resetScroll: false,
                })
              }
            >
              {m.with_notes()}
            </Checkbox>
          )}
        </div>
      </PageBar>
      <p className="px-4 pt-3 text-center text-12 text-text-3 max-[640px]:text-left">
        {makesPdf ? m.report_paper_server() : m.report_paper()}
      </p>
    </div>
  )
}

/** Includes the plan of the period's last month. */
const Contents = () => {
  const { plan, isError } = useMonthPlan(useShownMonth())
  return plan ? <PlannedContents plan={plan} /> : <ReportContents plan={isError ? 'failed' : null} />
}

const PlannedContents = ({ plan }: { plan: MonthPlan }) => {
  const { filters } = useOverview('filters')
  const fields = useForecastFields(plan)
  const { forecasts, spent = 0, isFailed, unread } = useForecast(plan)
  const missing = isFailed ? 'failed' : unread.length > 0 ? 'unread' : 'awaited'
  return (
    <ReportContents
      plan={
        forecasts === undefined ? missing : { plan, fields, forecasts, spent, isNarrowed: filters.length > 0 }
      }
    />
  )
}

/** The agency's brand; null: none, or not loaded. */
const useBrand = (): Brand | null => {
  const { session, scope } = useSignedIn()
  const isAgency = session.user?.is_agency_manager === true
  const { data: agencies } = useQuery({ ...agencyQuery(scope.principal), enabled: isAgency })
  const { data: logo = null } = useQuery({ ...agencyLogoQuery(scope.principal), enabled: isAgency })
  const name = agencies?.[0]?.name?.trim()
  return name ? { name, domain: agencies?.[0]?.domain?.trim() || null, logo } : null
}

const NO_FILTERS: readonly Filter[] = []

type MissingPlan = 'awaited' | 'failed' | 'unread'
const MISSING_PLAN_WORDS = {
  awaited: m.report_plan_awaited,
  unread: m.report_plan_unread,
  failed: m.report_plan_failed,
} as const satisfies Record<MissingPlan, () => string>

const ReportContents = ({ plan }: { plan: ReportedPlan | MissingPlan | null }) => {
  const context = useExportContext()
  const { report, failure, uncounted, state, retry } = context.overview
  const costs = useCosts()
  const costsBefore = useCostsBefore()
  const sources = useSources()
  const pinned = useNotesAt(context.overview.days)
  const { data: changes = null } = useChanges('contacts', NO_FILTERS)
  const { notes: withoutNotes } = useSearch({ from: REPORT_ROUTE })
  const { user } = useSignedIn().session
  const brand = useBrand()
  const locale = useReportLocale()
  const [now] = useState(() => new Date())
  if (failure !== null && (state === null || (state.is === 'failed' && hasNothing(state))))
    return <LoadError error={failure} title={m.overview_failed_title()} onRetry={retry} />
  if (report === undefined && uncounted !== null && state?.is !== 'loading')
    return <UncountedError title={m.overview_failed_title()} />
  if (sources.query.isError)
    return (
      <LoadError
        error={sources.query.error}
        title={m.overview_failed_title()}
        onRetry={() => void sources.query.refetch()}
      />
    )
  if (report === undefined || sources.rows === undefined || costs.isAwaited)
    return (
      <div className="mx-auto max-w-120 p-6">
        <SkeletonLines lines={6} label={m.loading()} />
      </div>
    )
  const content = reportContent(
    {
      ...context,
      filters: context.overview.question.filters,
      report: {
        ...report,
        tables: { ...report.tables, source: { ...report.tables.source, rows: sources.rows } },
      },
      costs: costs.blocked === null && costs.hasSpend ? costs : null,
      costsBefore,
      plan: typeof plan === 'string' ? null : plan,
      changes,
      chartNotes: withoutNotes === undefined ? pinned : [],
      // An agency's report is for its client; a user's for their company.
      owner: context.client ?? user?.company_name ?? null,
      by: {
        agency: user?.agency ?? null,
        person: user?.contact_name ?? null,
      },
      now,
    },
    locale,
  )
  return (
    <div className="px-4 pt-3 pb-8 max-[640px]:px-0 print:p-0">
      {/* Printing by keyboard shortcut includes the warning. */}
      {typeof plan === 'string' && (
        <p role="status" className="mx-auto mb-2 max-w-[210mm] text-13 text-text-2">
          {MISSING_PLAN_WORDS[plan]()}
        </p>
      )}
      <Paper content={content} lang={locale} brand={brand} />
    </div>
  )
}
