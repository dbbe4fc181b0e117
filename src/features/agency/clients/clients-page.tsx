import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { agencyQuery, clientsOf } from '#/api/agency.ts'
import type { ClientRead } from '#/contract/agency.ts'
import { findClients, pinnedFirst, sortClients, unreadableClients } from '#/domain/client/client-list.ts'
import { clientName } from '#/domain/client/client-name.ts'
import { usePinnedClients } from '#/domain/client/pinned-clients.ts'
import { ExpiryForecastBoard } from '#/features/agency/expiry-forecast-board/expiry-forecast-board.tsx'
import { ClientDays } from '#/features/agency/client-comparison/client-days.tsx'
import {
  LoadedSoFar,
  ClientComparisonBar,
} from '#/features/agency/client-comparison/client-comparison-bar.tsx'
import { useClientComparisonColumns } from '#/features/agency/client-comparison/client-comparison-columns.tsx'
import { useClientComparison } from '#/features/agency/client-comparison/use-client-comparison.ts'
import { AgencySettings } from '#/features/agency/settings/agency-settings.tsx'
import { PageBar } from '#/domain/page-bar.tsx'
import { useRememberedOrder } from '#/domain/preferences/use-remembered-order.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { LoadError } from '#/domain/notice/load-error.tsx'
import { NothingFound } from '#/domain/notice/nothing-found.tsx'
import { PendingNotice } from '#/domain/notice/pending-notice.tsx'
import { SortMenu } from '#/ui/table/sort-menu.tsx'
import { useFindKey } from '#/ui/table/row-keys.ts'
import { StaleNotice } from '#/domain/notice/stale-notice.tsx'
import { counted, formatNumber } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Button } from '#/ui/control/button.tsx'
import { SearchField } from '#/ui/control/field.tsx'
import { InactivityMonitor } from '#/features/agency/inactivity/inactivity-monitor.tsx'
import type { IconName } from '#/ui/icon.tsx'
import { StateMessage } from '#/ui/state/state-message.tsx'
import type { ClientDaysSearch } from './client-column.ts'
import { ClientsTable } from './clients-table.tsx'
import { OWN_COLUMNS } from './own-columns.tsx'
import type { ClientsTableHandle } from './use-client-keys.ts'

/** An agency's clients and its settings. One agency in practice; the document shows a list (G2). */
export const ClientsPage = () => {
  const { scope } = useSignedIn()
  const query = useQuery(agencyQuery(scope.principal))
  const [sought, setSought] = useState('')
  const { pinned, setPinned } = usePinnedClients()
  const search = useRef<HTMLInputElement>(null)
  const table = useRef<ClientsTableHandle>(null)
  const settings = useRef<HTMLDivElement>(null)
  const silence = useRef<HTMLDivElement>(null)
  const stopping = useRef<HTMLDivElement>(null)
  useFindKey(() => search.current)

  const agencies = query.data
  const clients = useMemo(() => clientsOf(agencies ?? []), [agencies])
  const allUnreadable = useMemo(() => unreadableClients(agencies ?? []), [agencies])
  const rollUp = useClientComparison(scope.principal)
  const figures = useClientComparisonColumns(rollUp)
  const columns = useMemo(() => [...OWN_COLUMNS, ...figures], [figures])
  const details = useCallback((client: ClientRead) => <ClientDays state={rollUp} client={client} />, [rollUp])
  const { order, sortBy } = useRememberedOrder<string>(
    'clients',
    Object.fromEntries(columns.map(({ id, firstDirection }) => [id, firstDirection])),
    BY_COMPANY,
  )
  const found = useMemo(() => findClients(clients, sought), [clients, sought])
  const sortValue = columns.find(({ id }) => id === order.column)?.value ?? clientName
  const sorted = useMemo(
    () => sortClients(found, sortValue, order.direction),
    [found, sortValue, order.direction],
  )
  const rows = useMemo(() => pinnedFirst(sorted, pinned), [sorted, pinned])
  // What cannot be read cannot be searched either: it shows while everything does.
  const unreadable = sought.trim() === '' ? allUnreadable : NONE
  const shown = found.length + unreadable.length
  const total = clients.length + allUnreadable.length

  const { from, to } = rollUp.rollUp.choice.days
  // A client is opened with the days its figures are of.
  const days = useMemo<ClientDaysSearch>(
    () => ({ period: 'custom', date_from: from, date_to: to }),
    [from, to],
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
                value={sought}
                onChange={(event) => setSought(event.target.value)}
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
            </div>
          }
        />
      </div>
      <StaleNotice query={query} />
      <div className="min-[1180px]:grid min-[1180px]:min-h-[calc(100dvh-var(--spacing-bar)-var(--spacing-pagebar)-1px)] min-[1180px]:grid-cols-[minmax(0,1fr)_320px]">
        <div className="min-w-0 min-[1180px]:border-r min-[1180px]:border-line">
          {/* Below two thousand rows they would not be found. */}
          <nav
            aria-label={m.clients_boards()}
            className="flex gap-2 px-4 pt-2 pb-1 empty:hidden min-[1180px]:hidden phone:pt-0"
          >
            <JumpButton icon="bell-off" to={silence}>
              {m.silence_wall()}
            </JumpButton>
            <JumpButton icon="clock" to={stopping}>
              {m.runway_board()}
            </JumpButton>
          </nav>
          {found.length > 0 && <ClientComparisonBar state={rollUp} clients={rows} />}
          {agencies === undefined || shown > 0 ? (
            <ClientsTable
              ref={table}
              details={details}
              clients={agencies && rows}
              unreadable={unreadable}
              columns={columns}
              isAll={shown === total}
              totalsNote={<LoadedSoFar state={rollUp} clients={rows} />}
              current={scope.client}
              pinned={pinned}
              onPin={setPinned}
              order={order}
              onSort={sortBy}
              search={days}
            />
          ) : total > 0 ? (
            <NothingFound query={sought} onClear={() => setSought('')}>
              {m.clients_search_none_text()}
            </NothingFound>
          ) : (
            <NoClients onCheck={() => void query.refetch()} checking={query.isFetching} />
          )}
          <PendingNotice query={query} queryKey={agencyQuery(scope.principal).queryKey} />
        </div>
        <Boards silence={silence} stopping={stopping} settings={settings} />
      </div>
    </>
  )
}

/** The agency has none. */
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

type Part = RefObject<HTMLDivElement | null>

/** Beside the table, or below it: what has gone silent, what stops soon, and the agency's settings. */
const Boards = ({ silence, stopping, settings }: { silence: Part; stopping: Part; settings: Part }) => (
  <div className="grid content-start border-t border-line max-[1179px]:desk:grid-cols-2 min-[1180px]:sticky min-[1180px]:top-[calc(var(--spacing-bar)+var(--spacing-pagebar))] min-[1180px]:h-[calc(100dvh-var(--spacing-bar)-var(--spacing-pagebar))] min-[1180px]:overflow-y-auto min-[1180px]:border-t-0">
    <div
      ref={silence}
      tabIndex={-1}
      className="min-w-0 scroll-mt-[calc(var(--spacing-bar)+var(--spacing-pagebar))] outline-none"
    >
      <InactivityMonitor />
    </div>
    <div
      ref={stopping}
      tabIndex={-1}
      className="min-w-0 scroll-mt-[calc(var(--spacing-bar)+var(--spacing-pagebar))] border-line outline-none phone:border-t min-[1180px]:border-t"
    >
      <ExpiryForecastBoard />
    </div>
    <div
      ref={settings}
      tabIndex={-1}
      className="min-w-0 scroll-mt-[calc(var(--spacing-bar)+var(--spacing-pagebar))] border-t border-line outline-none"
    >
      <AgencySettings />
    </div>
  </div>
)

/** Goes to a part of the page as a link inside of it does: the next Tab goes on there. */
const goTo = ({ current }: RefObject<HTMLElement | null>) => {
  current?.scrollIntoView()
  current?.focus({ preventScroll: true })
}

const JumpButton = ({
  icon,
  to,
  children,
}: {
  icon: IconName
  to: RefObject<HTMLElement | null>
  children: string
}) => (
  <Button
    data-tool="jump"
    icon={icon}
    onClick={() => goTo(to)}
    className="min-w-0 grow justify-start phone:h-10"
  >
    <span className="truncate">{children}</span>
  </Button>
)

const BY_COMPANY = { column: 'company', direction: 'ascending' } as const
const NONE: ReturnType<typeof unreadableClients> = []

const countText = (shown: number, total: number) =>
  shown === total
    ? m.clients_count(counted(total))
    : m.clients_found({ ...counted(total), found: formatNumber(shown) })
