import type { CSSProperties } from 'react'
import { writeValues, type ValueFilter } from '#/contract/archive/filters.ts'
import type { CallField, CellKind } from '#/contract/call-fields.ts'
import type { Annotation } from '#/contract/annotations/annotations.ts'
import { isAnnotationColumn } from '#/contract/annotations/annotation-columns.ts'
import { customStatus } from '#/contract/object.ts'
import { dateLabel, otherOffset, shortDayName } from '#/features/journal/contact-labels.ts'
import { shownClock } from '#/domain/preferences/times.ts'
import { formatMoney, formatNumber } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { classNames } from '#/ui/class-names.ts'
import { glyph, glyphClass } from '#/ui/icon.tsx'
import {
  absent,
  absentValue,
  iconed,
  isPressable,
  type CellOf,
  type CellView,
  type DrawCell,
} from './cell.ts'
import { ownValue } from './row-tools.tsx'
import { RowContactLink, RowObjectLink } from './row-links.tsx'
import { callerCell, durationCell, pageCell, sourceCell, statusCell } from './value-cells.tsx'

/** Set per cell: inheritance would restyle all cells when a row moves. */
const lineHeightClass = 'leading-[calc(var(--values)-1px)]'

const dateCell: DrawCell = ({ call, facts: { firstOfDay }, context, state }) => {
  const tabIndex = state.isStop ? 0 : -1
  const covers = isPressable(state, context) ? 'after:absolute after:inset-0' : ''
  const clock = shownClock(call.date)
  const full = dateLabel(call.date)
  if (firstOfDay === null || clock === null)
    return {
      title: clock ? undefined : call.date?.slice(0, 200),
      content: (
        <RowContactLink
          call={call}
          context={context}
          tabIndex={tabIndex}
          className={`block truncate rounded-1 text-text-2 tabular-nums underline-offset-4 -outline-offset-2 hover:text-accent hover:underline ${covers}`}
        >
          {clock ? [full, otherOffset(clock.offset, context.offsets)].filter(Boolean).join(' ') : full}
        </RowContactLink>
      ),
    }
  const offset = otherOffset(clock.offset, context.offsets)
  return {
    title: [full, offset].filter(Boolean).join(' '),
    mark: firstOfDay ? shortDayName(clock, context.now) : undefined,
    className: classNames(
      'grid gap-2 text-11 text-text-3',
      lineHeightClass,
      // Aligns times with and without offset.
      context.offsets.isMixed ? 'grid-cols-[minmax(0,1fr)_auto_2.625rem]' : 'grid-cols-[minmax(0,1fr)_auto]',
      firstOfDay &&
        "before:truncate before:text-12 before:leading-[calc(var(--values)-1px)] before:font-semibold before:text-text before:content-[attr(data-mark)_/_'']",
    ),
    content: (
      <>
        {/*
         * Full text for screen readers and copying; visually only the time. The wide space absorbs larger letter
         * spacing.
         */}
        <RowContactLink
          call={call}
          context={context}
          tabIndex={tabIndex}
          className={`col-start-2 -ml-[0.7em] flex w-[calc(4.6ch+0.7em)] justify-end overflow-hidden rounded-1 text-13 ${lineHeightClass} whitespace-pre text-text-2 tabular-nums [word-spacing:0.7em] -outline-offset-2 hover:text-accent hover:underline underline-offset-4 ${covers}`}
        >
          {full}
        </RowContactLink>
        {offset}
      </>
    ),
  }
}

const objectCell: DrawCell = (cell) => {
  const {
    call: { obj_oid: oid },
    facts: { objectTitle },
    context,
    state,
  } = cell
  if (!oid || objectTitle === null) return absent(cell)
  return {
    title: objectTitle,
    content: (
      <RowObjectLink
        oid={oid}
        context={context}
        tabIndex={state.isCurrent ? 0 : -1}
        className="block truncate rounded-1 text-left decoration-accent underline-offset-4 -outline-offset-2 hover:underline"
      >
        {objectTitle}
      </RowObjectLink>
    ),
  }
}

const kindCell: DrawCell = (cell) => {
  const kind = cell.call.call_type?.name
  if (kind === 'COMMON') return { content: m.first_time() }
  return kind === 'REPEATED' ? { content: m.repeat(), className: 'text-text-3' } : absent(cell)
}

const targetCell: DrawCell = (cell) =>
  cell.call.target ? { content: m.target(), ...iconed('target', 'target') } : absent(cell)

const CSS_COLOUR = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i

const customStatusCell: DrawCell = (cell) => {
  // Documented for single objects only; same shape as `custom_statuses`.
  const { data } = customStatus.lenient.safeParse(cell.call.custom_status)
  const name = data?.name?.trim()
  if (!name) return absent(cell)
  const view = { content: name.slice(0, 256), title: name.slice(0, 2000) }
  return data?.color && CSS_COLOUR.test(data.color)
    ? {
        ...view,
        className:
          "before:mr-2 before:inline-block before:size-2 before:rounded-full before:bg-(--dot) before:forced-color-adjust-none before:content-['']",
        style: { '--dot': data.color } as CSSProperties,
      }
    : view
}

const dealCell: DrawCell = (cell) => {
  const deal = cell.call.customer_status
  if (!deal) return absent(cell)
  const status = deal.status?.slice(0, 256) ?? ''
  const title = deal.status?.slice(0, 2000)
  if (deal.price === null) return { content: status, title }
  return {
    title,
    className: 'flex justify-between gap-2 font-strong tabular-nums',
    content: (
      <>
        <span className="min-w-0 truncate font-normal">{status}</span>
        {formatMoney(deal.price)}
      </>
    ),
  }
}

const countCell: DrawCell = (cell) => {
  const count = cell.call.comments.length
  if (count === 0) return absent(cell)
  const shown = formatNumber(count)
  return { content: shown, title: m.comments_count({ count, shown }), ...iconed('comment', 'neutral') }
}

const recordingCell: DrawCell = (cell) =>
  cell.call.record_url
    ? { content: m.col_recording(), className: `${glyphClass} before:bg-accent`, style: glyph('play') }
    : absent(cell)

/** Fields that only our server can filter by. */
const FOUND_BY: Readonly<Partial<Record<CallField, ValueFilter>>> = {
  region: 'region',
  managers: 'manager',
  service_name: 'service',
}

const textCell: DrawCell = (cell) => {
  const { call, field, context, state } = cell
  const value = call[field]
  const text = typeof value === 'string' ? value.trim() : ''
  const filter = FOUND_BY[field]
  if (text && filter !== undefined) {
    const found = writeValues({ values: [text], except: false })
    const own = ownValue(text.slice(0, 256), state, () => context.journal.change({ [filter]: found }))
    return { ...own, title: text.slice(0, 2000), className: `text-text-2 ${own.className}` }
  }
  if (!text) return filter === undefined ? absent(cell) : absentValue(cell)
  return { content: text.slice(0, 256), title: text.slice(0, 2000), className: 'text-text-2' }
}

const CELLS = {
  date: dateCell,
  status: statusCell,
  caller: callerCell,
  source: sourceCell,
  page: pageCell,
  duration: durationCell,
  object: objectCell,
  kind: kindCell,
  target: targetCell,
  custom_status: customStatusCell,
  deal: dealCell,
  count: countCell,
  recording: recordingCell,
  text: textCell,
} as const satisfies Record<CellKind, DrawCell>

export const cellView = (
  cell: Omit<CellOf, 'field'>,
  /** Undefined: loading. */
  mark?: Annotation,
): CellView => {
  const { shows, id } = cell.column
  if (shows) return CELLS[shows.cell]({ ...cell, field: shows.field })
  return mark && cell.context.renderAnnotation && isAnnotationColumn(id)
    ? cell.context.renderAnnotation(id, mark)
    : { content: null }
}
