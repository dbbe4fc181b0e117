import { useQueryClient } from '@tanstack/react-query'
import { useVirtualizer } from '@tanstack/react-virtual'
import { knownStatusNames } from '#/api/status-names.ts'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useHiddenFields } from '#/features/agency/hidden-fields.ts'
import { useSignedIn } from '#/features/shell/session/use-signed-in.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { LinkButton } from '#/ui/control/button.tsx'
import { classNames } from '#/ui/class-names.ts'
import { Icon } from '#/ui/icon.tsx'
import { Skeleton } from '#/ui/state/skeleton.tsx'
import { Th } from '#/ui/data/table.tsx'
import { useIsPhone } from '#/ui/use-is-phone.ts'
import { columnsFor, nextOrder, sortedBy, type Column } from './columns.ts'
import type { ListedCallRead } from '#/contract/call.ts'
import { CELLS, type CellContext } from './contact-cells.tsx'
import { PhoneContact } from './phone-contact.tsx'
import { dayLine } from './contact-words.ts'
import type { ContactRow, ContactRows } from './use-contact-rows.ts'
import type { Journal } from './use-journal.ts'
import { parseWallClock } from '#/i18n/format.ts'

const ROW = 32
const PHONE_ROW = 60
const OVERSCAN = 8

export interface VisibleRange {
  readonly start: number
  readonly end: number
}

/**
 * Table "Contacts": its scroll bar stands for every matching contact, its rows are the few in view. Rows, skeletons and
 * marked rows have one height, so nothing ever moves under the pointer.
 */
export const ContactsTable = ({
  oid,
  journal,
  rows,
  listKey,
  objectTitle,
  onRange,
  message,
}: {
  oid: string | null
  journal: Journal
  rows: ContactRows
  /** Another key is another list: it starts at its top. */
  listKey: string
  objectTitle: (oid: string | null) => string | null
  onRange: (range: VisibleRange) => void
  /** Stands in place of the rows: empty or failed. */
  message: ReactNode
}) => {
  const isPhone = useIsPhone()
  const columns = columnsFor(oid, useHiddenFields())
  const box = useRef<HTMLDivElement>(null)
  // While the first page is on its way there are as many skeletons as fit.
  const count = message ? 0 : rows.first ? rows.count : 20
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => box.current,
    estimateSize: () => (isPhone ? PHONE_ROW : ROW),
    overscan: OVERSCAN,
    onChange: ({ range }) => range && onRange({ start: range.startIndex, end: range.endIndex + 1 }),
  })
  useEffect(() => virtualizer.measure(), [isPhone, virtualizer])

  const shownList = useRef(listKey)
  useEffect(() => {
    if (shownList.current === listKey) return
    shownList.current = listKey
    box.current?.scrollTo({ top: 0 })
  }, [listKey])

  const items = virtualizer.getVirtualItems()
  const before = items[0]?.start ?? 0
  const after = virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0)
  const [now] = useState(() => Date.now())
  const statusNames = knownStatusNames(useQueryClient(), useSignedIn().scope)
  const byDate = journal.search.order_field === undefined
  const mainOffset = offsetOf(rows.at(0))
  const firstVisible = virtualizer.range ? rows.at(virtualizer.range.startIndex) : null
  const day = byDate && firstVisible?.state === 'ready' ? dayLine(firstVisible.call.date, now) : null
  const span = isPhone ? 1 : columns.length

  return (
    <div
      ref={box}
      // The router brings a list back to where it was.
      data-scroll-restoration-id="contacts"
      aria-busy={rows.isPrevious || !rows.first}
      className="relative min-h-0 grow overflow-auto"
    >
      <table
        aria-label={m.contacts_table()}
        aria-rowcount={rows.first ? rows.count + 1 : -1}
        className={classNames(
          'w-full table-fixed border-separate border-spacing-0 text-left text-13',
          !isPhone && '[&_tr>:first-child]:pl-4 [&_tr>:last-child]:pr-4',
          !isPhone && (oid === null ? 'min-w-359' : 'min-w-316'),
          rows.isPrevious && 'opacity-60 transition-opacity delay-150',
        )}
      >
        {!isPhone && (
          <colgroup>
            {columns.map(({ id, width }) => (
              <col key={id} className={width} />
            ))}
          </colgroup>
        )}
        <thead className="sticky top-0 z-sticky">
          {isPhone ? (
            <tr className="sr-only" aria-rowindex={1}>
              <th scope="col">{m.contacts_table()}</th>
            </tr>
          ) : (
            <tr aria-rowindex={1}>
              {columns.map((column) => (
                <HeadCell key={column.id} column={column} journal={journal} />
              ))}
            </tr>
          )}
          {day && (
            // Each row's link says its whole date: this line is for the eye.
            <tr aria-hidden="true">
              <td colSpan={span} className="h-7 border-b border-line bg-rail px-4 text-12 text-text-3">
                {day.name && <b className="mr-2 font-semibold text-text">{day.name}</b>}
                {day.day}
              </td>
            </tr>
          )}
        </thead>
        <tbody>
          <Spacer height={before} span={span} />
          {items.map(({ index }) => (
            <ContactRowView
              key={index}
              row={rows.first ? rows.at(index) : LOADING}
              index={index}
              columns={columns}
              isPhone={isPhone}
              context={{
                journal,
                oid,
                index,
                objectTitle,
                statusName: (code) => (code === null ? undefined : statusNames.get(code)),
                now,
                mainOffset,
                firstOfDay: byDate ? isFirstOfDay(rows, index) : null,
              }}
            />
          ))}
          <Spacer height={after} span={span} />
        </tbody>
      </table>
      {message}
    </div>
  )
}

const LOADING: ContactRow = { state: 'loading' }

const Spacer = ({ height, span }: { height: number; span: number }) =>
  height > 0 && (
    <tr aria-hidden="true">
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- room for rows that are not drawn */}
      <td colSpan={span} className="p-0" style={{ height }} />
    </tr>
  )

const offsetOf = (row: ContactRow) =>
  row.state === 'ready' ? (parseWallClock(row.call.date)?.offset ?? null) : null

const dayOf = (call: ListedCallRead) => parseWallClock(call.date)?.day ?? null

/** Days of pages not loaded yet are unknown: then the row keeps quiet, and the line under the header tells the day. */
const isFirstOfDay = (rows: ContactRows, index: number): boolean => {
  const row = rows.at(index)
  if (row.state !== 'ready') return false
  if (index === 0) return true
  const previous = rows.at(index - 1)
  return previous.state === 'ready' && dayOf(previous.call) !== dayOf(row.call)
}

const HeadCell = ({ column, journal }: { column: Column; journal: Journal }) => {
  const order = nextOrder(column, journal.search)
  const label =
    column.id === 'comments' ? (
      <>
        <Icon name="comment" size={14} />
        <span className="sr-only">{column.name()}</span>
      </>
    ) : (
      column.name()
    )
  return (
    <Th
      numeric={column.numeric ?? false}
      sorted={sortedBy(column, journal.search)}
      onSort={order ? () => journal.change(order) : undefined}
      className="[&>svg]:inline-block"
    >
      {label}
    </Th>
  )
}

const ContactRowView = ({
  row,
  index,
  columns,
  isPhone,
  context,
}: {
  row: ContactRow
  index: number
  columns: readonly Column[]
  isPhone: boolean
  context: CellContext
}) => {
  const cell = 'border-b border-line px-2 overflow-hidden whitespace-nowrap'
  const height = isPhone ? 'h-15' : 'h-8'
  if (row.state === 'ready')
    return (
      <tr aria-rowindex={index + 2} className={classNames(height, 'hover:bg-hover focus-within:bg-hover')}>
        {isPhone ? (
          <td className="border-b border-line p-0">
            <PhoneContact call={row.call} context={context} />
          </td>
        ) : (
          columns.map(({ id, numeric }) => (
            <td key={id} className={classNames(cell, numeric && 'text-right tabular-nums')}>
              {CELLS[id](row.call, context)}
            </td>
          ))
        )}
      </tr>
    )
  if (row.state === 'loading')
    return (
      <tr aria-rowindex={index + 2} className={height}>
        {isPhone ? (
          <td className={classNames(cell, 'pl-11')}>
            <Skeleton width="md" />
            <Skeleton width="lg" className="mt-3" />
          </td>
        ) : (
          columns.map(({ id }, column) => (
            <td key={id} className={cell}>
              <Skeleton width={(index + column) % 3 === 0 ? 'md' : 'lg'} />
            </td>
          ))
        )}
      </tr>
    )
  return (
    <tr
      aria-rowindex={index + 2}
      className={classNames(height, row.state === 'unreadable' && 'bg-warning-soft')}
    >
      <td colSpan={isPhone ? 1 : columns.length} className={cell}>
        {row.state === 'unreadable' ? <UnreadableRecord raw={row.raw} /> : <FailedRow retry={row.retry} />}
      </td>
    </tr>
  )
}

const UnreadableRecord = ({ raw }: { raw: unknown }) => {
  const [shown, setShown] = useState(false)
  return (
    <span className="flex items-center gap-2 text-warning">
      <Icon name="alert" />
      {m.record_unreadable()}
      <LinkButton aria-expanded={shown} onClick={() => setShown(!shown)}>
        {shown ? m.hide_it() : m.show_it()}
      </LinkButton>
      {shown && (
        <code className="min-w-0 truncate text-12 text-text">{JSON.stringify(raw)?.slice(0, 2000)}</code>
      )}
    </span>
  )
}

const FailedRow = ({ retry }: { retry: () => void }) => (
  <span className="flex items-center gap-2 text-text-2">
    <Icon name="cloud-off" className="text-missed" />
    {m.rows_failed()}
    <LinkButton onClick={retry}>{m.retry()}</LinkButton>
  </span>
)
