import { memo, useState, type CSSProperties } from 'react'
import type { ListedCallRead } from '#/contract/call.ts'
import type { CallField } from '#/contract/call-fields.ts'
import type { Unreadable } from '#/contract/field.ts'
import type { Annotation } from '#/contract/annotations/annotations.ts'
import type { ContactRow } from '#/domain/contact-list/use-contact-rows.ts'
import { RetryButton } from '#/domain/notice/retry-button.tsx'
import { unreadableLabel } from '#/domain/notice/unreadable-label.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { classNames } from '#/ui/class-names.ts'
import { LinkButton } from '#/ui/control/button.tsx'
import { rowNumber } from '#/ui/table/row-keys.ts'
import { gridClass, placedRowClass, rowClass } from '#/ui/table/table.tsx'
import { Icon } from '#/ui/icon.tsx'
import type { LaidColumn } from './column-layout.ts'
import { isPressable, type CellContext, type RowFacts, type RowState } from './cell.ts'
import { cellView } from './contact-cells.tsx'
import { FoundText } from './found-text.tsx'
import { PhoneContact } from './phone-contact.tsx'

export interface RowPlace {
  readonly index: number
  readonly top: number
  /** Null: two-line phone layout. */
  readonly columns: readonly LaidColumn[] | null
  readonly isCurrent: boolean
}

const gridRowClass = `${placedRowClass} ${gridClass} h-(--row) phone:block`
/** No inherited styles: a moved row isn't restyled with its cells. `clip` is cheaper than a scrollable overflow. */
const cellClass = 'block min-w-0 overflow-clip px-2 align-middle text-ellipsis whitespace-nowrap last:pr-4'
/** Only when scrolled sideways: opaque with an edge; otherwise it would cost a layer per row. */
const firstCellClass =
  'pl-4 group-data-aside/list:sticky group-data-aside/list:left-0 group-data-aside/list:z-sticky group-data-aside/list:bg-inherit group-data-aside/list:shadow-[1px_0_var(--line-strong)]'

/** The row's bar would be under its sticky cell. */
const currentCellClass = 'inset-shadow-[2px_0_var(--accent)]'

const rowClassName = ({ isCurrent }: RowPlace, ground = 'bg-bg') =>
  classNames(gridRowClass, isCurrent ? rowClass({ selected: true }) : `${ground} ${rowClass()}`)

/** Arrow on hover only: one box per row would be expensive. */
const arrowClass =
  'after:absolute after:inset-y-0 after:right-0.5 after:my-auto after:hidden after:size-3.5 after:bg-text-3 after:mask-(--glyph) after:mask-center after:mask-no-repeat hover:desk:after:block forced-colors:after:bg-[CanvasText]'

const rowProps = ({ index, top, isCurrent }: RowPlace) => ({
  'aria-rowindex': rowNumber(index),
  'aria-current': isCurrent || undefined,
  style: { transform: `translateY(${top}px)` } satisfies CSSProperties,
})

export const ReadyRow = memo(
  ({
    call: whole,
    context,
    isActive,
    isStop,
    isPassing,
    heard,
    firstOfDay,
    objectTitle,
    statusName,
    mark,
    ...place
  }: RowPlace &
    RowFacts &
    Pick<RowState, 'isActive' | 'isStop' | 'heard'> & {
      call: ListedCallRead
      context: CellContext
      /** Undefined: no column, or loading. */
      mark?: Annotation | undefined
      isPassing: boolean
    }) => {
    const facts = { firstOfDay, objectTitle, statusName }
    const state = { index: place.index, isCurrent: place.isCurrent, isActive, isStop, heard }
    const call = withoutFields(whole, context.hidden)
    return (
      <tr
        {...rowProps(place)}
        className={classNames(rowClassName(place), 'cursor-pointer', isActive && arrowClass)}
      >
        {place.columns === null ? (
          <td className="block">
            <PhoneContact call={call} facts={facts} context={context} state={state} />
          </td>
        ) : (
          place.columns.map((column) => {
            const view = cellView({ call, column, facts, context, state }, mark)
            const { content, title, className, style, isValue } = view
            return (
              <td
                key={column.id}
                aria-colindex={column.place}
                title={isPassing ? undefined : title}
                data-value={isValue ? '' : undefined}
                data-mark={view.mark}
                style={style}
                className={classNames(
                  cellClass,
                  column.isFirst && firstCellClass,
                  column.isFirst && isPressable(state, context) && 'relative',
                  column.isFirst && place.isCurrent && currentCellClass,
                  column.numeric && 'text-right tabular-nums',
                  className,
                )}
              >
                {content}
              </td>
            )
          })
        )}
        {place.columns !== null && context.marker !== null && (
          <td
            colSpan={Math.max(place.columns.length - 1, 1)}
            className="col-start-2 -col-end-1 -mt-1 block min-w-0 truncate px-2 pr-4 text-12 leading-5 text-text-2"
          >
            <FoundText call={call} context={context} />
          </td>
        )}
      </tr>
    )
  },
)

/** Fields that identify the contact are always needed. */
const ALWAYS: ReadonlySet<string> = new Set<CallField>(['id', 'obj_oid', 'date'])

const withoutFields = (call: ListedCallRead, hidden: ReadonlySet<string>): ListedCallRead =>
  hidden.size === 0
    ? call
    : (Object.fromEntries(
        Object.entries(call).map(([field, value]) => [
          field,
          hidden.has(field) && !ALWAYS.has(field) ? (Array.isArray(value) ? [] : null) : value,
        ]),
      ) as ListedCallRead)

/** A row without contact: loading, failed or unreadable. */
export const OtherRow = ({
  row,
  saysFailed,
  ...place
}: RowPlace & {
  row: Exclude<ContactRow, { state: 'ready' }>
  /** One of the failed rows shows the message. */
  saysFailed: boolean
}) => {
  if (row.state === 'loading')
    return (
      <tr {...rowProps(place)} className={rowClassName(place)}>
        {(place.columns ?? PHONE_COLUMNS).map((column) => (
          // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- what it will hold is on its way
          <td
            key={column.id}
            aria-colindex={column.place}
            className={classNames(
              cellClass,
              column.isFirst && firstCellClass,
              column.isFirst && place.isCurrent && currentCellClass,
              "before:inline-block before:h-2 before:w-3/4 before:animate-appear before:rounded-full before:bg-press before:align-middle before:content-[''] even:before:w-1/2 phone:pl-11 phone:before:w-1/2",
            )}
          />
        ))}
      </tr>
    )
  return (
    <tr
      {...rowProps(place)}
      className={rowClassName(place, row.state === 'unreadable' ? 'bg-warning-soft' : 'bg-bg')}
    >
      <td
        colSpan={place.columns?.length}
        className={classNames(cellClass, 'sticky left-0 col-span-full w-fit px-4')}
      >
        {row.state === 'unreadable' ? (
          <UnreadableRecord key={place.index} record={row.record} />
        ) : saysFailed ? (
          <span className="flex items-center gap-2 text-text-2">
            <Icon name="cloud-off" className="text-missed" />
            {m.rows_failed()}
            <RetryButton onPress={row.retry} />
          </span>
        ) : (
          <span className="text-text-3" title={m.rows_failed()}>
            –
          </span>
        )}
      </td>
    </tr>
  )
}

const PHONE_COLUMNS = [{ id: 'contact', place: undefined, isFirst: false }] as const

const UnreadableRecord = ({ record }: { record: Unreadable }) => {
  const [shown, setShown] = useState(false)
  return (
    <span className="flex items-center gap-2 text-warning">
      <Icon name="alert" />
      {unreadableLabel(record)}
      <LinkButton aria-expanded={shown} onClick={() => setShown(!shown)}>
        {shown ? m.hide_it() : m.show_it()}
      </LinkButton>
      {shown && (
        <code className="min-w-0 truncate text-12 text-text">
          {JSON.stringify(record.raw)?.slice(0, 2000)}
        </code>
      )}
    </span>
  )
}
