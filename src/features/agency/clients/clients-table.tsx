import { useNavigate } from '@tanstack/react-router'
import {
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type CSSProperties,
  type MouseEvent,
  type ReactNode,
  type Ref,
  type RefCallback,
} from 'react'
import type { ClientRead } from '#/contract/agency.ts'
import type { Unreadable } from '#/contract/field.ts'
import { UnreadableRecord } from '#/domain/notice/unreadable-record.tsx'
import { m } from '#/i18n/paraglide/messages.js'
import { classNames } from '#/ui/class-names.ts'
import { indexOfRow, rowNumber } from '#/ui/table/row-keys.ts'
import { gridClass, placedRowsClass, SortHead, type RowOrder } from '#/ui/table/table.tsx'
import { usePageRows } from '#/ui/table/page-rows.ts'
import { useIsPhone } from '#/ui/use-is-phone.ts'
import { Skeleton } from '#/ui/state/skeleton.tsx'
import type { ClientColumn, ClientDaysSearch, ClientDetails } from './client-column.ts'
import { ClientRow, phoneLayout, clientRowClass, clientCellClass } from './client-row.tsx'
import { clientsTableRows } from './table-rows.ts'
import { useClientKeys, type ClientsTableHandle } from './use-client-keys.ts'
import { counted } from '#/i18n/format.ts'

/** Pixels, in sync with classes. */
const BAR = 48
const HEAD = 32
const TOTALS = 44
const TAB_BAR = 56
const ROW = { desk: 36, phone: 60 }
const OTHER_ROW = 72
const LEAST_COMPANY = 276
const LEAST_COLUMN = 84
const leastOf = ({ least = LEAST_COLUMN }: ClientColumn) => least
const NO_DAYS: ClientDaysSearch = {}

export interface ClientsTableProps {
  /** In screen order; undefined: loading. */
  clients: readonly ClientRead[] | undefined
  unreadable: readonly Unreadable[]
  columns: readonly ClientColumn[]
  /** Absent: rows aren't expandable. */
  details?: ClientDetails | undefined
  /** No search: totals are the agency's. */
  isAll: boolean
  /** Note on what the totals cover. */
  totalsNote?: ReactNode
  current: string | null
  pinned: ReadonlySet<string>
  onPin: (client: string, pinned: boolean) => void
  order: RowOrder<string>
  onSort: (column: string) => void
  /** The days of the overview of a client that is opened. */
  search?: ClientDaysSearch
  /** Receives a handle to focus the first row. */
  ref?: Ref<ClientsTableHandle>
}

/** Table "Clients": virtualised in the page's scroll, for thousands of rows. Client rows have one height. */
export const ClientsTable = (props: ClientsTableProps) => {
  const isPhone = useIsPhone()
  // Keyed: another row height invalidates the virtualiser.
  return <List key={String(isPhone)} isPhone={isPhone} {...props} />
}

const List = ({
  clients,
  unreadable,
  columns,
  details,
  isAll,
  totalsNote,
  current,
  pinned,
  onPin,
  order,
  onSort,
  search = NO_DAYS,
  ref,
  isPhone,
}: ClientsTableProps & { isPhone: boolean }) => {
  const navigate = useNavigate()
  const [opened, setOpened] = useState<ReadonlySet<string>>(NONE)
  const canOpen = details !== undefined
  const rows = useMemo(
    () => clientsTableRows(clients ?? [], unreadable, canOpen ? opened : NONE),
    [clients, unreadable, canOpen, opened],
  )
  const [focused, setFocused] = useState<string | null>(null)
  const focusedIndex = focused === null ? -1 : rows.findIndex(({ key }) => key === focused)
  const body = useRef<HTMLTableSectionElement>(null)
  const row = ROW[isPhone ? 'phone' : 'desk']
  const list = usePageRows({
    body,
    count: rows.length,
    sizeOf: (index) => (rows[index]?.kind === 'client' ? row : OTHER_ROW),
    keyOf: useCallback((index: number) => rows[index]?.key ?? '', [rows]),
    keep: focusedIndex,
    covered: {
      above: isPhone ? BAR : 2 * BAR + HEAD,
      below: isPhone ? TOTALS + TAB_BAR : TOTALS,
    },
  })
  const keys = useClientKeys({ body, rows, focused: focusedIndex, list, pinned, onPin, ref })

  const onClick = (event: MouseEvent) => {
    const target = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-does]') : null
    const row = rows[indexOfRow(target)]
    if (!target || row?.kind !== 'client') return
    const { client } = row.client
    if (target.dataset['does'] === 'pin') return keys.pin(client)
    if (target.dataset['does'] === 'open-details') return setOpened(toggled(opened, client))
    // Leaves new tabs and windows to the browser.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return undefined
    event.preventDefault()
    return void navigate({ to: '/overview', search: { client, ...search } })
  }
  const sort = (column: string) => {
    onSort(column)
    list.scrollToStart()
  }
  const others = useMemo(() => columns.slice(1), [columns])
  const least = LEAST_COMPANY + others.reduce((sum, column) => sum + leastOf(column), 0)
  const { box, isTight } = useTight(least)
  return (
    // Scrolls sideways in its own box, so that the page keeps its width.
    <div
      ref={box}
      className={classNames('scroll-mt-bar desk:scroll-mt-32', isTight && 'desk:overflow-x-auto')}
    >
      <table
        aria-label={m.clients_title()}
        aria-busy={clients === undefined}
        aria-rowcount={clients ? rows.length + 2 : -1}
        style={
          { '--row': `${row}px`, '--columns': templateOf(others), '--least': `${least}px` } as CSSProperties
        }
        className="block text-left text-13 desk:min-w-(--least)"
      >
        <thead
          className={classNames(
            'block phone:sr-only',
            !isTight &&
              'desk:sticky desk:top-[calc(var(--spacing-bar)+var(--spacing-pagebar))] desk:z-sticky',
          )}
        >
          <Head columns={columns} order={order} onSort={sort} isPhone={isPhone} />
        </thead>
        <tbody
          ref={body}
          {...{ onClick }}
          {...keys.handlers(setFocused)}
          style={clients && { height: list.height }}
          className={placedRowsClass}
        >
          {clients ? (
            list.drawn.map(({ index, key, start }) => {
              const row = rows[index]
              if (!row) return null
              if (row.kind === 'client')
                return (
                  <ClientRow
                    key={key}
                    client={row.client}
                    columns={others}
                    isPhone={isPhone}
                    index={index}
                    start={start}
                    isCurrent={row.client.client === current}
                    isPinned={pinned.has(row.client.client)}
                    isOpen={canOpen ? opened.has(row.client.client) : undefined}
                    search={search}
                  />
                )
              return (
                <OtherRow
                  key={key}
                  row={row}
                  measure={list.measure}
                  index={index}
                  start={start}
                  columns={columns.length}
                  details={details}
                />
              )
            })
          ) : (
            <SkeletonRows />
          )}
        </tbody>
        {clients && clients.length > 0 && (
          <ClientsTotals
            clients={clients}
            // A phone's two lines fit two columns.
            columns={isPhone ? phoneLayout(others).side : others}
            isAll={isAll}
            note={totalsNote}
            isPhone={isPhone}
            rowIndex={rows.length + 2}
          />
        )}
      </table>
    </div>
  )
}

const OtherRow = ({
  row,
  measure,
  index,
  start,
  columns,
  details,
}: Pick<ClientsTableProps, 'details'> & {
  row: Exclude<ReturnType<typeof clientsTableRows>[number], { kind: 'client' }>
  measure: RefCallback<HTMLElement>
  index: number
  start: number
  columns: number
}) => (
  <tr
    ref={measure}
    data-index={index}
    aria-rowindex={rowNumber(index)}
    style={{ top: start }}
    className={classNames(
      'absolute inset-x-0 block border-b border-line',
      row.kind === 'unreadable' ? 'bg-warning-soft' : 'bg-bg',
    )}
  >
    <td colSpan={columns} className="block px-4">
      {row.kind === 'unreadable' ? <UnreadableRecord record={row.record} /> : details?.(row.client)}
    </td>
  </tr>
)

const templateOf = (others: readonly ClientColumn[]): string =>
  [
    `minmax(${LEAST_COMPANY}px,1fr)`,
    ...others.map((column) => `minmax(${leastOf(column)}px,${column.width}px)`),
  ].join(' ')

/** Whether a box is narrower than its content needs. */
const useTight = (least: number) => {
  const box = useRef<HTMLDivElement>(null)
  const [isTight, setTight] = useState(false)
  useLayoutEffect(() => {
    const { current } = box
    if (!current) return undefined
    const update = () => setTight(current.clientWidth > 0 && current.clientWidth < least)
    update()
    const observer = new ResizeObserver(update)
    observer.observe(current)
    return () => observer.disconnect()
  }, [least])
  return { box, isTight }
}

const NONE: ReadonlySet<string> = new Set()

const toggled = (set: ReadonlySet<string>, value: string): ReadonlySet<string> => {
  const next = new Set(set)
  if (!next.delete(value)) next.add(value)
  return next
}

const Head = ({
  columns,
  order,
  onSort,
  isPhone,
}: {
  columns: readonly ClientColumn[]
  order: RowOrder<string>
  onSort: (column: string) => void
  isPhone: boolean
}) =>
  isPhone ? (
    // A phone sorts by a menu.
    <tr aria-rowindex={1}>
      <th scope="col">{m.clients_title()}</th>
    </tr>
  ) : (
    <SortHead
      aria-rowindex={1}
      columns={columns.map(({ id, label, isNumeric }) => ({
        id,
        label: label(),
        numeric: isNumeric,
        // Long labels wrap to two lines.
        className: isNumeric ? 'justify-end leading-3.5 whitespace-normal! *:text-right' : '',
      }))}
      order={order}
      onSort={onSort}
      className={`${gridClass} h-9 bg-bg`}
      cellClass="flex min-w-0 items-center first:sticky first:left-0 first:bg-bg first:pl-4 last:pr-4"
    />
  )

const SKELETON_ROWS = 12

const SkeletonRows = (): ReactNode =>
  Array.from({ length: SKELETON_ROWS }, (_, row) => (
    <tr key={row} className={classNames(clientRowClass, 'border-b border-line')}>
      <td className="col-span-full grid content-center gap-2 px-4 phone:h-15">
        <span className="grid max-w-56 gap-2">
          <Skeleton width={row % 3 === 0 ? 'lg' : 'xl'} />
          <span className="desk:hidden">
            <Skeleton width="md" />
          </span>
        </span>
        {row === 0 && <output className="sr-only">{m.clients_loading()}</output>}
      </td>
    </tr>
  ))

const ClientsTotals = ({
  clients,
  columns,
  isAll,
  note,
  isPhone,
  rowIndex,
}: {
  clients: readonly ClientRead[]
  columns: readonly ClientColumn[]
  isAll: boolean
  note: ReactNode
  isPhone: boolean
  rowIndex: number
}) => {
  const count = clients.length
  const totals = useMemo(
    () => columns.map(({ id, label, total }) => ({ id, label, cell: total?.(clients) })),
    [columns, clients],
  )
  return (
    <tfoot className="sticky bottom-0 z-sticky block font-strong phone:bottom-[calc(var(--spacing-tabbar)+env(safe-area-inset-bottom))]">
      <tr
        aria-rowindex={rowIndex}
        className="grid h-11 grid-cols-(--columns) items-center border-t border-line-strong bg-bg phone:flex phone:gap-x-3 phone:px-4"
      >
        <th
          scope="row"
          className={classNames(
            clientCellClass,
            'sticky left-0 grow bg-bg pl-4! font-strong phone:static phone:px-0!',
          )}
        >
          {isAll ? m.clients_all() : m.clients_count(counted(count))}
          {note}
        </th>
        {totals.map(({ id, label, cell }) => (
          <td
            key={id}
            className={classNames(
              clientCellClass,
              'text-right tabular-nums last:pr-4 phone:shrink-0 phone:px-0!',
            )}
          >
            {isPhone && <span className="text-12 font-normal text-text-3">{label()} </span>}
            {cell}
          </td>
        ))}
      </tr>
    </tfoot>
  )
}
