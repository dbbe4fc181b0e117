import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { agencyQuery, clientsOf } from '#/api/agency.ts'
import { LoadError } from '#/features/shell/state/load-error.tsx'
import { PageBar } from '#/features/shell/page-bar.tsx'
import { PendingNotice } from '#/features/shell/state/pending-notice.tsx'
import { useRememberedOrder } from '#/features/shell/preference/use-remembered-order.ts'
import { useSignedIn } from '#/features/shell/session/use-signed-in.ts'
import { formatNumber } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Button } from '#/ui/control/button.tsx'
import { SearchField } from '#/ui/control/field.tsx'
import { StateMessage } from '#/ui/state/state-message.tsx'
import { AgencySettings } from '#/features/agency/settings/agency-settings.tsx'
import {
  FIRST_DIRECTION,
  findClients,
  pinnedFirst,
  sortClients,
  unreadableClients,
  type ClientColumn,
} from '#/features/agency/client-list.ts'
import { ClientsTable } from './clients-table.tsx'
import { usePinnedClients } from '#/features/agency/pinned-clients.ts'
import { StaleNotice } from '#/features/shell/state/stale-notice.tsx'

/** An agency's clients and its settings. One agency in practice; the document shows a list (G2). */
export const ClientsPage = () => {
  const { scope } = useSignedIn()
  const query = useQuery(agencyQuery(scope.principal))
  const [sought, setSought] = useState('')
  const { order, sortBy } = useRememberedOrder<ClientColumn>('clients', FIRST_DIRECTION, {
    column: 'company',
    direction: 'ascending',
  })
  const { pinned, setPinned } = usePinnedClients()

  const clients = clientsOf(query.data ?? [])
  const found = findClients(clients, sought)
  const allUnreadable = unreadableClients(query.data ?? [])
  const unreadable = sought.trim() === '' ? allUnreadable : []
  const shown = found.length + unreadable.length
  const total = clients.length + allUnreadable.length

  if (query.data === undefined && query.isError)
    return (
      <>
        <PageBar title={m.clients_title()} />
        <LoadError error={query.error} title={m.clients_failed()} onRetry={() => void query.refetch()} />
      </>
    )
  return (
    <>
      <PageBar
        title={m.clients_title()}
        status={query.data && countText(shown, total)}
        tools={
          <SearchField
            label={m.client_search()}
            value={sought}
            onChange={(event) => setSought(event.target.value)}
            className="w-64 phone:mt-2 phone:w-full"
          />
        }
      />
      <StaleNotice query={query} />
      <div className="grid min-h-[calc(100dvh-2*var(--spacing-bar)-1px)] grid-cols-[minmax(0,1fr)_320px] phone:block phone:min-h-0">
        <div className="min-w-0 border-r border-line phone:border-r-0">
          {query.data === undefined || shown > 0 ? (
            <ClientsTable
              clients={query.data && pinnedFirst(sortClients(found, order), pinned)}
              unreadable={unreadable}
              isAll={shown === total}
              current={scope.client}
              pinned={pinned}
              onPin={setPinned}
              order={order}
              onSort={sortBy}
            />
          ) : total > 0 ? (
            <StateMessage
              icon="search"
              level={2}
              className="px-4"
              title={m.search_none_title({ query: sought })}
              actions={<Button onClick={() => setSought('')}>{m.clear_search()}</Button>}
            >
              {m.clients_search_none_text()}
            </StateMessage>
          ) : (
            <StateMessage
              icon="inbox"
              level={2}
              className="px-4"
              title={m.clients_none_title()}
              actions={
                <Button icon="refresh" pending={query.isFetching} onClick={() => void query.refetch()}>
                  {m.check_again()}
                </Button>
              }
            >
              {m.clients_none_text()}
            </StateMessage>
          )}
          <PendingNotice query={query} queryKey={agencyQuery(scope.principal).queryKey} />
        </div>
        <AgencySettings />
      </div>
    </>
  )
}

const countText = (shown: number, total: number) =>
  shown === total
    ? m.clients_count({ count: total, shown: formatNumber(total) })
    : m.clients_found({ count: total, shown: formatNumber(total), found: formatNumber(shown) })
