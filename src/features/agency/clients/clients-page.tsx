import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useCallback, useMemo, useRef, type KeyboardEvent, type RefObject } from 'react'
import { agencyQuery, clientsOf } from '#/api/agency.ts'
import type { ClientRead } from '#/contract/agency.ts'
import { findClients, pinnedFirst, sortClients, unreadableClients } from '#/domain/client/client-list.ts'
import { clientName } from '#/domain/client/client-name.ts'
import { usePinnedClients } from '#/domain/client/pinned-clients.ts'
import { attentionColumns } from '#/features/agency/attention/attention-columns.tsx'
import { NeedsAttention } from '#/features/agency/attention/needs-attention.tsx'
import { useClientIssues } from '#/features/agency/attention/use-client-issues.ts'
import { ClientDays } from '#/features/agency/client-comparison/client-days.tsx'
import {
  LoadedSoFar,
  ClientComparisonBar,
} from '#/features/agency/client-comparison/client-comparison-bar.tsx'
import {
  useClientComparison,
  type ClientComparisonState,
} from '#/features/agency/client-comparison/use-client-comparison.ts'
import { PageBar } from '#/domain/page-bar.tsx'
import { useRememberedOrder } from '#/domain/preferences/use-remembered-order.ts'
import { useListSearch } from '#/domain/use-list-search.ts'
import { useMay, useSignedIn } from '#/domain/session/use-signed-in.ts'
import { DialogButton } from '#/domain/notice/dialog-button.tsx'
import { DroppedNote } from '#/domain/notice/dropped-note.tsx'
import { LoadError } from '#/domain/notice/load-error.tsx'
import { NoMatches } from '#/domain/notice/no-matches.tsx'
import { PendingNotice } from '#/domain/notice/pending-notice.tsx'
import { SortMenu } from '#/ui/table/sort-menu.tsx'
import { useFindKey } from '#/ui/table/row-keys.ts'
import { StaleNotice } from '#/domain/notice/stale-notice.tsx'
import { PERIOD_NAMES } from '#/domain/period/period-labels.ts'
import { counted, formatNumber } from '#/i18n/format.ts'
import { textsOf } from '#/domain/search-params.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Button } from '#/ui/control/button.tsx'
import { SearchField } from '#/ui/control/field.tsx'
import { StateMessage } from '#/ui/state/state-message.tsx'
import type { ClientDaysSearch, ClientColumn } from './client-column.ts'
import { ClientsTable } from './clients-table.tsx'
import { OWN_COLUMNS } from './own-columns.tsx'
import type { ClientsTableHandle } from './use-client-keys.ts'
import { METRICS, type MetricId } from '#/analytics/metrics.ts'
import {
  FigureCell,
  FigureTotal,
  type FigureCellKind,
} from '#/features/agency/client-comparison/figure-cell.tsx'
import { isKnown, rankOf } from '#/features/agency/client-comparison/client-comparison.ts'
import { Section } from '#/ui/data/section.tsx'
import { SkeletonLines } from '#/ui/state/skeleton.tsx'
import { LogoField } from '#/features/agency/settings/logo-field.tsx'
import { settingsOf } from '#/features/agency/settings/settings.ts'
import { SettingsForm } from '#/features/agency/settings/settings-form.tsx'

const HEAD = {
  contacts: m.contacts_table,
  first_time: m.client_comparison_head_first_time,
  missed_rate: m.client_comparison_head_missed_rate,
  target_rate: m.client_comparison_head_target_rate,
} as const satisfies Record<MetricId, () => string>

/** A rate has its change beside it. */
const [COUNT, RATE] = [112, 148]
const [LEAST_COUNT, LEAST_RATE] = [92, 132]

const useClientComparisonColumns = (state: ClientComparisonState): readonly ClientColumn[] =>
  useMemo(() => {
    const { figures, settled } = state
    const { metrics, isCompared } = figures.choice
    const column = (metric: MetricId, kind: FigureCellKind, isFirst: boolean): ClientColumn => {
      const figureIn = (client: string) => figures.figure(metric, settled.get(client))
      const isChange = kind === 'change'
      return {
        id: isChange ? 'contacts_change' : metric,
        label: isChange ? m.client_comparison_change : HEAD[metric],
        isNumeric: true,
        width: METRICS[metric].whole === null ? COUNT : RATE,
        least: METRICS[metric].whole === null ? LEAST_COUNT : LEAST_RATE,
        isAside: isChange,
        firstDirection: 'descending',
        value: ({ client }) => {
          const figure = figureIn(client)
          if (!isChange) return rankOf(figure)
          return isKnown(figure.change) ? figure.change.by : null
        },
        cell: (client) => <FigureCell {...{ state, client, metric, kind, isFirst }} />,
        words: (client) => <FigureCell {...{ state, client, metric, kind, isFirst }} isShort />,
        total: (clients) => <FigureTotal {...{ state, clients, metric, kind }} />,
      }
    }
    return metrics.flatMap((metric, at) => [
      column(metric, 'figure', at === 0),
      ...(metric === 'contacts' && isCompared ? [column(metric, 'change', false)] : []),
    ])
  }, [state])

/** Clients and settings of an agency. In practice there is one; the document has a list (G2). */
export const ClientsPage = () => {
  const { scope } = useSignedIn()
  const query = useQuery(agencyQuery(scope.principal))
  const { q } = useSearch({ from: '/_app/clients' })
  const { text: searchText, field, clear } = useListSearch(q)
  const { pinned, setPinned } = usePinnedClients()
  const search = useRef<HTMLInputElement>(null)
  const table = useRef<ClientsTableHandle>(null)
  const settings = useRef<HTMLDivElement>(null)
  useFindKey(() => search.current)

  const agencies = query.data
  const clients = useMemo(() => clientsOf(agencies ?? []), [agencies])
  const allUnreadable = useMemo(() => unreadableClients(agencies ?? []), [agencies])
  const comparison = useClientComparison(scope.principal)
  const compared = useClientComparisonColumns(comparison)
  const issues = useClientIssues(scope.principal)
  const columns = useMemo(
    () => [...OWN_COLUMNS, ...compared, ...attentionColumns(issues.states)],
    [compared, issues.states],
  )
  const details = useCallback(
    (client: ClientRead) => <ClientDays state={comparison} client={client} />,
    [comparison],
  )
  const { order, sortBy } = useRememberedOrder<string>(
    'clients',
    Object.fromEntries(columns.map(({ id, firstDirection }) => [id, firstDirection])),
    BY_COMPANY,
  )
  const found = useMemo(() => findClients(clients, searchText), [clients, searchText])
  const sortValue = columns.find(({ id }) => id === order.column)?.value ?? clientName
  const sorted = useMemo(
    () => sortClients(found, sortValue, order.direction),
    [found, sortValue, order.direction],
  )
  const rows = useMemo(() => pinnedFirst(sorted, pinned), [sorted, pinned])
  // Unreadable records can't be searched, so they show only without a search.
  const unreadable = searchText.trim() === '' ? allUnreadable : NONE
  const shown = found.length + unreadable.length
  const total = clients.length + allUnreadable.length

  const { from, to } = comparison.figures.choice.days
  const { period, comparison: comparedWith } = comparison.settings
  // Links to a client keep the period and the comparison.
  const days = useMemo<ClientDaysSearch>(
    () =>
      textsOf({
        ...(typeof period === 'string' ? { period } : { date_from: from, date_to: to }),
        ...comparedWith,
      }),
    [period, from, to, comparedWith],
  )

  if (agencies === undefined && query.isError)
    return (
      <>
        <PageBar title={m.clients_title()} />
        <LoadError error={query.error} title={m.clients_failed()} onRetry={() => void query.refetch()} />
      </>
    )
  const toTable = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || !['ArrowDown', 'Enter'].includes(event.key)) return
    event.preventDefault()
    table.current?.focusFirst()
  }
  return (
    <>
      <div className="bg-bg desk:sticky desk:top-bar desk:z-sticky">
        <PageBar
          title={m.clients_title()}
          status={agencies && countText(shown, total)}
          tools={
            <div className="flex grow items-center gap-2 phone:mt-2">
              <SearchField
                ref={search}
                label={m.client_search()}
                {...field}
                onKeyDown={toTable}
                className="w-64 phone:w-auto phone:grow"
              />
              <SortMenu
                label={m.sort_by()}
                columns={columns.map(({ id, label, firstDirection }) => ({
                  id,
                  label: label(),
                  firstDirection,
                }))}
                order={order}
                onSort={sortBy}
              />
              <Button
                variant="ghost"
                icon="settings"
                title={m.agency_settings()}
                onClick={() => goTo(settings)}
                className="desk:order-first phone:h-10 phone:px-3"
              >
                <span className="phone:sr-only">{m.agency_settings()}</span>
              </Button>
              <MonthlyButton />
            </div>
          }
        />
      </div>
      <DroppedNote names={PERIOD_NAMES} />
      <StaleNotice query={query} />
      {(agencies === undefined || total > 0) && <NeedsAttention issues={issues} />}
      <div className="mt-3 border-t border-line">
        {found.length > 0 && <ClientComparisonBar state={comparison} clients={rows} />}
        {agencies === undefined || shown > 0 ? (
          <ClientsTable
            ref={table}
            details={details}
            clients={agencies && rows}
            unreadable={unreadable}
            columns={columns}
            isAll={shown === total}
            totalsNote={<LoadedSoFar state={comparison} clients={rows} />}
            current={scope.client}
            pinned={pinned}
            onPin={setPinned}
            order={order}
            onSort={sortBy}
            search={days}
          />
        ) : total > 0 ? (
          <NoMatches query={searchText} onClear={clear}>
            {m.clients_search_none_text()}
          </NoMatches>
        ) : (
          <NoClients onCheck={() => void query.refetch()} checking={query.isFetching} />
        )}
        <PendingNotice query={query} queryKey={agencyQuery(scope.principal).queryKey} />
      </div>
      <div
        ref={settings}
        tabIndex={-1}
        className="max-w-140 scroll-mt-[calc(var(--spacing-bar)+var(--spacing-pagebar))] outline-none"
      >
        <AgencySettings />
      </div>
    </>
  )
}

const fetchMonthly = async () => (await import('#/features/agency/monthly/monthly-dialog.tsx')).MonthlyDialog

const MonthlyButton = () =>
  useMay('export') ? (
    <span role="none" data-tool="report" className="contents">
      <DialogButton title={m.monthly_title()} icon="form" isIconOnPhone fetchDialog={fetchMonthly} />
    </span>
  ) : null

const NoClients = ({ onCheck, checking }: { onCheck: () => void; checking: boolean }) => (
  <StateMessage
    icon="inbox"
    level={2}
    className="px-4"
    title={m.clients_none_title()}
    actions={
      <Button icon="refresh" pending={checking} onClick={onCheck}>
        {m.check_again()}
      </Button>
    }
  >
    {m.clients_none_text()}
  </StateMessage>
)

/** Moves focus to a part of the page, as an anchor link does. */
const goTo = ({ current }: RefObject<HTMLElement | null>) => {
  current?.scrollIntoView()
  current?.focus({ preventScroll: true })
}

const BY_COMPANY = { column: 'company', direction: 'ascending' } as const
const NONE: ReturnType<typeof unreadableClients> = []

const countText = (shown: number, total: number) =>
  shown === total
    ? m.clients_count(counted(total))
    : m.clients_found({ ...counted(total), found: formatNumber(shown) })

/** Settings of the first agency: `PUT /v2/agency` names none (G2). */
const AgencySettings = () => {
  const { scope } = useSignedIn()
  const { data: agencies } = useQuery(agencyQuery(scope.principal))
  const agency = agencies?.[0]
  return (
    <Section title={m.agency_settings()} className="px-4 print:hidden">
      {agency ? (
        <>
          <SettingsForm saved={settingsOf(agency)} />
          <LogoField />
        </>
      ) : agencies ? (
        <p className="text-13 text-text-2">{m.agency_none()}</p>
      ) : (
        <SkeletonLines lines={4} label={m.loading()} />
      )}
    </Section>
  )
}
