import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useRef, type RefObject } from 'react'
import { objectsQuery } from '#/api/objects.ts'
import { OBJECT_STATUS, type ObjectStatus } from '#/contract/codes.ts'
import { objectStatusFilter, type ObjectStatusFilter } from '#/contract/call-filters.ts'
import { isReadable, Unreadable } from '#/contract/field.ts'
import { ClientGate } from '#/domain/client/client-gate.tsx'
import { SortMenu } from '#/ui/table/sort-menu.tsx'
import { useFindKey, useRowKeys } from '#/ui/table/row-keys.ts'
import { StaleNotice } from '#/domain/notice/stale-notice.tsx'
import { DroppedNote } from '#/domain/notice/dropped-note.tsx'
import { LoadError } from '#/domain/notice/load-error.tsx'
import { NoMatches } from '#/domain/notice/no-matches.tsx'
import { PageBar } from '#/domain/page-bar.tsx'
import { PendingNotice } from '#/domain/notice/pending-notice.tsx'
import { useRememberedOrder } from '#/domain/preferences/use-remembered-order.ts'
import { useListSearch } from '#/domain/use-list-search.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { useObjectDays } from '#/domain/period/contacts-clock.ts'
import { counted, formatNumber } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Button, buttonClass } from '#/ui/control/button.tsx'
import { SearchField } from '#/ui/control/field.tsx'
import { PartialLine } from '#/ui/state/stale-line.tsx'
import { tabClass, Tabs } from '#/ui/control/tabs.tsx'
import { StateMessage } from '#/ui/state/state-message.tsx'
import { typedDigits } from '#/contract/phones/caller.ts'
import { useNumberReading } from '#/domain/contact-list/number-reading.ts'
import { FIRST_OBJECTS_DIRECTION, findObjects, sortObjects, type ObjectColumn } from './object-list.ts'
import { ObjectsTable, sortingColumns } from './objects-table.tsx'

const STATUS_WORD = {
  active: m.object_status_active,
  pending: m.object_status_pending,
  check: m.object_status_check,
  disabled: m.object_status_disabled,
  deleted: m.object_status_deleted,
} as const satisfies Record<ObjectStatus, () => string>

const TABS = (Object.keys(STATUS_WORD) as ObjectStatus[]).map((name) => ({
  status: objectStatusFilter.parse(String(OBJECT_STATUS[name])),
  word: STATUS_WORD[name],
}))

export const ObjectsPage = () => (
  <ClientGate head={<PageBar title={m.objects_title()} />}>
    <ObjectList />
  </ClientGate>
)

const ObjectList = () => {
  const { scope } = useSignedIn()
  const { status, q } = useSearch({ from: '/_app/objects/' })
  const query = useQuery(objectsQuery(scope, status))
  const { text: searchText, field, clear } = useListSearch(q)
  const { order, sortBy } = useRememberedOrder<ObjectColumn>('objects', FIRST_OBJECTS_DIRECTION, {
    column: 'runway',
    direction: 'ascending',
  })
  const todayOf = useObjectDays(scope, null)
  const table = useRef<HTMLTableElement>(null)
  const search = useRef<HTMLInputElement>(null)
  useObjectKeys(table)
  useFindKey(() => search.current)

  const all = query.data?.objects ?? []
  const reading = useNumberReading(typedDigits(searchText) !== null)
  const found = findObjects(all.filter(isReadable), searchText, reading)
  // Unreadable records can't be searched, so they show only without a search.
  const unreadable = searchText.trim() === '' ? all.filter((object) => object instanceof Unreadable) : []
  const shown = found.length + unreadable.length

  return (
    <>
      <PageBar
        title={m.objects_title()}
        status={query.data && countText(shown, all.length)}
        tools={
          <>
            <SearchField
              ref={search}
              label={m.object_search()}
              {...field}
              className="w-64 phone:w-auto phone:grow"
            />
            <SortMenu label={m.sort_by()} columns={sortingColumns()} order={order} onSort={sortBy} />
          </>
        }
      >
        <StatusTabs current={status} q={q} />
      </PageBar>
      <DroppedNote names={{ status: m.object_state }} />
      <StaleNotice query={query} />
      {query.data?.gaps.includes('repeated') && (
        <p className="px-4 py-2">
          <PartialLine>{m.objects_repeated(counted(all.length))}</PartialLine>
        </p>
      )}
      {query.data === undefined && query.isError ? (
        <LoadError error={query.error} title={m.objects_failed()} onRetry={() => void query.refetch()} />
      ) : query.data && shown === 0 ? (
        <Nothing
          query={all.length > 0 ? searchText : ''}
          status={status}
          onClearSearch={clear}
          onCheck={() => void query.refetch()}
          checking={query.isFetching}
        />
      ) : (
        <>
          <ObjectsTable
            ref={table}
            objects={query.data && sortObjects(found, order, todayOf)}
            unreadable={unreadable}
            todayOf={todayOf}
            order={order}
            onSort={sortBy}
          />
          {query.data && <p className="px-4 py-3 text-12 text-text-3 phone:hidden">{m.expiry_hint()}</p>}
        </>
      )}
      <PendingNotice query={query} queryKey={objectsQuery(scope, status).queryKey} />
    </>
  )
}

/** `j` and `k` move focus between objects' links. */
const useObjectKeys = (table: RefObject<HTMLTableElement | null>) => {
  const links = () => [...(table.current?.querySelectorAll<HTMLAnchorElement>('a[data-to="object"]') ?? [])]
  const current = () => links().findIndex((link) => link.closest('tr')?.contains(document.activeElement))
  useRowKeys({
    table,
    hasArrows: true,
    count: () => links().length,
    current,
    firstInView: () => links().findIndex((link) => link.getBoundingClientRect().top > 0),
    go: (index) => {
      const all = links()
      all[Math.min(Math.max(index, 0), all.length - 1)]?.focus()
    },
    open: () => links()[current()]?.click(),
    clear: () => document.activeElement instanceof HTMLElement && document.activeElement.blur(),
  })
}

const countText = (shown: number, total: number) =>
  shown === total
    ? m.objects_count(counted(total))
    : m.objects_found({ ...counted(total), found: formatNumber(shown) })

const StatusTabs = ({ current, q }: { current: ObjectStatusFilter | undefined; q: string | undefined }) => (
  <Tabs
    aria-label={m.object_statuses()}
    className="desk:h-auto desk:min-h-8 phone:mb-2 phone:h-10 phone:w-full"
  >
    {[{ status: undefined, word: m.object_status_all }, ...TABS].map(({ status, word }) => (
      <Link
        key={status ?? 'all'}
        to="/objects"
        search={{ status, q }}
        state
        // Otherwise "All" would match any status.
        activeOptions={{ exact: true }}
        aria-current={status === current ? 'page' : undefined}
        className={tabClass}
      >
        {word()}
      </Link>
    ))}
  </Tabs>
)

const NoObjectsYet = lazy(async () => ({
  default: (await import('#/domain/notice/no-objects-yet.tsx')).NoObjectsYet,
}))

const Nothing = ({
  query,
  status,
  onClearSearch,
  onCheck,
  checking,
}: {
  query: string
  status: ObjectStatusFilter | undefined
  onClearSearch: () => void
  onCheck: () => void
  checking: boolean
}) => {
  if (query !== '')
    return (
      <NoMatches query={query} onClear={onClearSearch}>
        {m.objects_search_none_text()}
      </NoMatches>
    )
  const tab = TABS.find((tab) => tab.status === status)
  return tab ? (
    <NoObjectsWithStatus status={tab.word()} />
  ) : (
    <Suspense fallback={null}>
      <NoObjectsYet
        text={m.objects_none_text()}
        actions={
          <Button icon="refresh" pending={checking} onClick={onCheck}>
            {m.check_again()}
          </Button>
        }
      />
    </Suspense>
  )
}

const NoObjectsWithStatus = ({ status }: { status: string }) => (
  <StateMessage
    icon="inbox"
    level={2}
    className="px-4"
    title={m.objects_none_status_title()}
    actions={
      <Link to="/objects" search={{}} className={buttonClass()}>
        {m.objects_show_all()}
      </Link>
    }
  >
    {m.objects_none_status_text({ status })}
  </StateMessage>
)
