import type { HiddenFields } from '#/domain/client/hidden-fields.ts'
import { FIELD_WORDS } from '#/domain/contact-list/field-words.ts'
import { callerFilter } from '#/domain/contact-list/search.ts'
import type { CSSProperties, ReactNode } from 'react'
import type { ListedCallRead } from '#/contract/call.ts'
import { callFieldRow, type CellKind } from '#/contract/call-fields.ts'
import { FILTERED_STATUSES, statusFilterCode } from '#/contract/call-filters.ts'
import { callStatusName } from '#/contract/codes.ts'
import { customStatus } from '#/contract/object.ts'
import { statusLook } from '#/domain/marks/status-look.ts'
import {
  formatDuration,
  formatMoney,
  formatNumber,
  formatOffset,
  formatPhone,
  parseWallClock,
} from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { classNames } from '#/ui/class-names.ts'
import { glyph, glyphClass, type IconName } from '#/ui/icon.tsx'
import { toneGlyph, toneText, type Tone } from '#/ui/data/status.tsx'
import { dateWords, dayName, pagePath, sourceDetail } from '#/features/journal/contact-words.ts'
import type { Journal } from '#/features/journal/use-journal.ts'
import type { JournalColumn } from './columns.ts'
import { RowContactLink, RowObjectLink } from './row-links.tsx'

/** What every row of a list is drawn with: one object for all of them, so that rows are drawn again only for cause. */
export interface CellContext {
  readonly journal: Journal
  /** The object whose journal it is; null in the journal of all objects. */
  readonly oid: string | null
  readonly client: string | null
  /** Fields that are not to be shown (G12). */
  readonly hidden: HiddenFields
  readonly now: number
  /** The offset most rows are on; a row on another clock says so. */
  readonly mainOffset: number | null
}

/** What is known about one row besides its contact. */
export interface RowFacts {
  /** The first row of its day draws the day's name; null in any other order than the date's. */
  readonly firstOfDay: boolean | null
  readonly objectTitle: string | null
  /** What the service calls its status, where it has said so (G8). */
  readonly statusName: string | undefined
}

/** A cell is one element wherever it can be: rows come and go by the hundred a second. */
interface CellView {
  readonly content: ReactNode
  readonly title?: string | undefined
  readonly className?: string
  readonly style?: CSSProperties
}
interface CellOf {
  readonly call: ListedCallRead
  readonly column: JournalColumn
  readonly facts: RowFacts
  readonly context: CellContext
}
type Cell = (cell: CellOf) => CellView

const absent = ({ column }: CellOf): CellView => ({
  content: '–',
  title: FIELD_WORDS[column.field].absent(),
  className: 'text-text-3',
})

const iconed = (icon: IconName, tone: Tone, loud = false) => ({
  className: classNames(glyphClass, toneGlyph[tone], loud && `font-strong ${toneText[tone]}`),
  style: glyph(icon),
})

/** Narrows the journal to a value of the column's field. */
const narrow =
  ({ column, context }: CellOf, value: string | undefined) =>
  () => {
    const [filter] = callFieldRow(column.field).filters ?? []
    if (filter) context.journal.change({ [filter]: value })
  }

/** A value that filters the journal when it is pressed; underlined in the accent under the pointer. */
const FilterBy = ({
  value,
  onPress,
  className,
  style,
}: {
  value: string
  onPress: () => void
  className?: string
  style?: CSSProperties
}) => (
  <button
    type="button"
    dir="auto"
    title={m.filter_by({ value })}
    onClick={onPress}
    style={style}
    className={classNames(
      'inline-block max-w-full cursor-pointer truncate rounded-1 text-left align-top decoration-accent decoration-[1.5px] underline-offset-4 select-text -outline-offset-2 hover:underline focus-visible:underline',
      className,
    )}
  >
    {value}
  </button>
)

const SHORT_DAY = { day: 'numeric', month: 'short', timeZone: 'UTC' } as const

const dateCell: Cell = ({ call, facts: { firstOfDay }, context }) => {
  const clock = parseWallClock(call.date)
  const full = dateWords(call.date)
  if (firstOfDay === null || clock === null)
    return {
      title: clock ? undefined : call.date?.slice(0, 200),
      content: (
        <RowContactLink
          call={call}
          context={context}
          className="block truncate rounded-1 text-text-2 tabular-nums underline-offset-4 -outline-offset-2 after:absolute after:inset-0 hover:text-accent hover:underline"
        >
          {full}
        </RowContactLink>
      ),
    }
  const day = firstOfDay
    ? (dayName(clock.day, clock.offset, context.now) ??
      new Date(clock.utc).toLocaleDateString(document.documentElement.lang, SHORT_DAY))
    : null
  // In the journal of all objects clocks differ (G6): times are in the order of the moments, not of their digits.
  const note =
    day ??
    (clock.offset === context.mainOffset
      ? null
      : clock.offset === null
        ? m.no_offset()
        : formatOffset(clock.offset))
  return {
    title: full,
    className: 'flex justify-between gap-2',
    content: (
      <>
        {note !== null && (
          <span
            aria-hidden="true"
            className={classNames(
              'truncate text-12 leading-[inherit]',
              day === null ? 'text-text-3' : 'font-semibold',
            )}
          >
            {note}
          </span>
        )}
        {/* Whole for who hears it or copies it; of its end the eye sees the time, and has the day above. */}
        <RowContactLink
          call={call}
          context={context}
          className="ml-auto flex w-[4.6ch] shrink-0 justify-end overflow-hidden rounded-1 whitespace-pre text-text-2 tabular-nums -outline-offset-2 after:absolute after:inset-0 hover:text-accent hover:underline underline-offset-4"
        >
          {full}
        </RowContactLink>
      </>
    ),
  }
}

const statusCell: Cell = (cell) => {
  const { call, facts } = cell
  const { word, icon, tone } = statusLook(call.status, facts.statusName)
  const look = iconed(icon, tone, tone === 'missed' || tone === 'warning')
  const name = facts.statusName ?? FILTERED_STATUSES.find((one) => one === callStatusName(call.status))
  // Where the service has not told the status's own name, there is no code to filter by (G8, G9).
  if (name === undefined) return { content: word, title: word, ...look }
  return { content: <FilterBy value={word} onPress={narrow(cell, statusFilterCode(name))} {...look} /> }
}

const callerCell: Cell = (cell) => {
  const caller = cell.call.phone_number_from
  if (!caller?.trim()) return absent(cell)
  // No filter is longer.
  const value = caller.slice(0, 256)
  const look = 'font-strong tabular-nums'
  return {
    content:
      callerFilter(value) === undefined ? (
        <bdi className={look}>{value}</bdi>
      ) : (
        <FilterBy value={formatPhone(caller).slice(0, 256)} onPress={narrow(cell, value)} className={look} />
      ),
  }
}

const sourceCell: Cell = (cell) => {
  const title = cell.call.source?.title?.slice(0, 256)
  const detail = sourceDetail(cell.call)
  if (!title?.trim()) {
    const none = absent(cell)
    return detail ? { ...none, title: detail.slice(0, 2000), content: `– ${detail.slice(0, 200)}` } : none
  }
  return {
    className: 'text-text-3',
    title: detail?.slice(0, 2000),
    content: (
      <>
        <FilterBy
          value={title}
          onPress={narrow(cell, title)}
          className={detail ? 'mr-2 max-w-3/5 text-text' : 'text-text'}
        />
        {detail?.slice(0, 200)}
      </>
    ),
  }
}

const pageCell: Cell = (cell) => {
  const uri = cell.call.request_uri
  if (!uri) return absent(cell)
  const path = pagePath(uri).slice(0, 256)
  return {
    title: uri.slice(0, 2000),
    content: <FilterBy value={path} onPress={narrow(cell, path)} className="text-text-2" />,
  }
}

const durationCell: Cell = (cell) => {
  const { duration, record_url } = cell.call
  if (duration === null) return absent(cell)
  const words = formatDuration(duration) ?? m.invalid_duration({ seconds: duration })
  return record_url
    ? {
        content: words,
        title: `${words} · ${m.has_recording()}`,
        className: `${glyphClass} before:bg-accent`,
        style: glyph('play'),
      }
    : { content: words, title: words }
}

const objectCell: Cell = (cell) => {
  const {
    call: { obj_oid: oid },
    facts: { objectTitle },
    context,
  } = cell
  if (!oid || objectTitle === null) return absent(cell)
  return {
    title: objectTitle,
    content: (
      <RowObjectLink
        oid={oid}
        context={context}
        className="block truncate rounded-1 text-left decoration-accent underline-offset-4 -outline-offset-2 hover:underline"
      >
        {objectTitle}
      </RowObjectLink>
    ),
  }
}

const kindCell: Cell = (cell) => {
  const kind = cell.call.call_type?.name
  if (kind === 'COMMON') return { content: m.first_time() }
  return kind === 'REPEATED' ? { content: m.repeat(), className: 'text-text-3' } : absent(cell)
}

const targetCell: Cell = (cell) =>
  cell.call.target ? { content: m.target(), ...iconed('target', 'target') } : absent(cell)

const CSS_COLOUR = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i

const customStatusCell: Cell = (cell) => {
  // Documented as an object only; it looks like the object's own `custom_statuses`.
  const { data } = customStatus.lenient.safeParse(cell.call.custom_status)
  const name = data?.name?.trim()
  if (!name) return absent(cell)
  const view = { content: name.slice(0, 256), title: name.slice(0, 2000) }
  return data?.color && CSS_COLOUR.test(data.color)
    ? {
        ...view,
        className:
          "before:mr-2 before:inline-block before:size-2 before:rounded-full before:bg-(--dot) before:content-['']",
        style: { '--dot': data.color } as CSSProperties,
      }
    : view
}

const dealCell: Cell = (cell) => {
  const deal = cell.call.customer_status
  if (!deal) return absent(cell)
  const status = deal.status?.slice(0, 256) ?? ''
  const title = deal.status?.slice(0, 2000)
  if (deal.price === null) return { content: status, title }
  return {
    title,
    className: 'flex justify-between gap-2',
    content: (
      <>
        <span className="truncate">{status}</span>
        <span className="font-strong tabular-nums">{formatMoney(deal.price)}</span>
      </>
    ),
  }
}

const countCell: Cell = (cell) => {
  const count = cell.call.comments.length
  if (count === 0) return absent(cell)
  const shown = formatNumber(count)
  return { content: shown, title: m.comments_count({ count, shown }), ...iconed('comment', 'neutral') }
}

const recordingCell: Cell = (cell) =>
  cell.call.record_url
    ? {
        content: (
          <RowContactLink
            call={cell.call}
            context={cell.context}
            className={`${glyphClass} block truncate rounded-1 underline-offset-4 -outline-offset-2 before:bg-accent hover:text-accent hover:underline`}
          >
            {m.col_recording()}
          </RowContactLink>
        ),
        style: glyph('play'),
      }
    : absent(cell)

/** A field that is a text, as it is. */
const textCell: Cell = (cell) => {
  const value = cell.call[cell.column.field]
  const text = typeof value === 'string' ? value.trim() : ''
  return text
    ? { content: text.slice(0, 256), title: text.slice(0, 2000), className: 'text-text-2' }
    : absent(cell)
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
} as const satisfies Record<CellKind, Cell>

/** What stands in a row's cell. */
export const cellView: Cell = (cell) => CELLS[cell.column.cell](cell)
