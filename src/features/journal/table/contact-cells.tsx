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
  phoneE164,
} from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { classNames } from '#/ui/class-names.ts'
import { glyph, glyphClass, type IconName } from '#/ui/icon.tsx'
import { toneGlyph, toneText, type Tone } from '#/ui/data/status.tsx'
import { dateWords, dayName, pagePath, sourceDetail } from '#/features/journal/contact-words.ts'
import type { Journal } from '#/features/journal/use-journal.ts'
import type { JournalColumn } from './columns.ts'
import { recordingOf } from '#/features/journal/listen/walk.ts'
import { copyShown } from '#/domain/copy.ts'
import { sourceParts } from './columns.ts'
import { RowContactLink, RowObjectLink } from './row-links.tsx'
import { FilterValue, RowTool } from './row-tools.tsx'

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
  /** Plays a row's recording, or stops it where it is heard. */
  readonly onPlay: (index: number, call: ListedCallRead) => void
}

/** What is known about one row besides its contact. */
export interface RowFacts {
  /** The first row of its day draws the day's name; null in any other order than the date's. */
  readonly firstOfDay: boolean | null
  readonly objectTitle: string | null
  /** What the service calls its status, where it has said so (G8). */
  readonly statusName: string | undefined
}

/** How a row stands now. */
export interface RowState {
  readonly index: number
  /** Where `j` and `k` have gone to: what it offers is reached by Tab. */
  readonly isCurrent: boolean
  /** Its link is the one way into the table by Tab. */
  readonly isStop: boolean
  /** Under the pointer or current: shows what can be done with it. */
  readonly isActive: boolean
  /** Its recording is in the listening bar, and whether it sounds. */
  readonly heard: 'playing' | 'paused' | null
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
  readonly state: RowState
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

/** A value and what can be done with it, in one line. */
const valueCell = 'flex items-center'

const SHORT_DAY = { day: 'numeric', month: 'short', timeZone: 'UTC' } as const

const dateCell: Cell = ({ call, facts: { firstOfDay }, context, state }) => {
  const tabIndex = state.isStop ? 0 : -1
  const clock = parseWallClock(call.date)
  const full = dateWords(call.date)
  if (firstOfDay === null || clock === null)
    return {
      title: clock ? undefined : call.date?.slice(0, 200),
      content: (
        <RowContactLink
          call={call}
          context={context}
          tabIndex={tabIndex}
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
          tabIndex={tabIndex}
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
  return {
    title: word,
    className: valueCell,
    content: (
      <FilterValue
        value={word}
        state={cell.state}
        onFilter={narrow(cell, statusFilterCode(name))}
        {...look}
      />
    ),
  }
}

const callerCell: Cell = (cell) => {
  const caller = cell.call.phone_number_from?.trim()
  if (!caller) return absent(cell)
  const { state } = cell
  // No filter is longer.
  const value = caller.slice(0, 256)
  const shown = formatPhone(caller).slice(0, 256)
  const look = 'font-strong tabular-nums'
  const copy = state.isActive && (
    <RowTool
      icon="copy"
      label={m.copy_caller()}
      state={state}
      onPress={() => void copyShown(phoneE164(caller) ?? caller)}
    />
  )
  return {
    title: shown,
    // What can be done with a number lies over the next column: the number itself is always read whole.
    className: classNames(
      valueCell,
      state.isActive && 'overflow-visible! bg-inherit hover:z-1 focus-within:z-1',
    ),
    content:
      callerFilter(value) === undefined ? (
        <>
          <bdi className={`min-w-0 truncate ${look}`}>{value}</bdi>
          {copy}
        </>
      ) : (
        <FilterValue value={shown} state={state} onFilter={narrow(cell, value)} className={look}>
          {copy}
        </FilterValue>
      ),
  }
}

/** Where from, and what was searched for or which campaign it was: each at its own place, one below the other. */
const sourceCell: Cell = (cell) => {
  const title = cell.call.source?.title?.slice(0, 256)
  const detail = sourceDetail(cell.call)
  return {
    title:
      [title, detail].filter(Boolean).join(' · ').slice(0, 2000) || FIELD_WORDS[cell.column.field].absent(),
    className: `grid text-text-3 ${sourceParts}`,
    content: (
      <>
        {title?.trim() ? (
          <span className="flex min-w-0 text-text">
            <FilterValue value={title} state={cell.state} onFilter={narrow(cell, title)} />
          </span>
        ) : (
          '–'
        )}
        {detail ? (
          <span dir="auto" className="truncate text-text-2">
            {detail.slice(0, 200)}
          </span>
        ) : (
          '–'
        )}
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
    className: valueCell,
    content: (
      <FilterValue value={path} state={cell.state} onFilter={narrow(cell, path)} className="text-text-2" />
    ),
  }
}

const durationCell: Cell = (cell) => {
  const { call, state, context } = cell
  if (call.duration === null) return absent(cell)
  const words = formatDuration(call.duration) ?? m.invalid_duration({ seconds: call.duration })
  if (recordingOf(call, state.index, context.oid) === null) return { content: words, title: words }
  const isPlaying = state.heard === 'playing'
  return {
    title: `${words} · ${m.has_recording()}`,
    className: `${valueCell} justify-end gap-0.5`,
    content: (
      <>
        <RowTool
          icon={isPlaying ? 'pause' : 'play'}
          label={isPlaying ? m.recording_pause() : m.recording_play()}
          state={state}
          onPress={() => context.onPlay(state.index, call)}
        />
        {words}
      </>
    ),
  }
}

const objectCell: Cell = (cell) => {
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
            tabIndex={cell.state.isCurrent ? 0 : -1}
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
