import { callerFilter } from '#/domain/contact-list/search.ts'
import type { CSSProperties, ReactNode } from 'react'
import type { ListedCallRead } from '#/contract/call.ts'
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
import type { ColumnId } from './columns.ts'
import { ContactLink, ObjectLink } from './row-links.tsx'

/** What every row of a list is drawn with: one object for all of them, so that rows are drawn again only for cause. */
export interface CellContext {
  readonly journal: Journal
  /** The object whose journal it is; null in the journal of all objects. */
  readonly oid: string | null
  readonly client: string | null
  /** Fields that are not to be shown (G12). */
  readonly hidden: ReadonlySet<string>
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
export interface CellView {
  readonly content: ReactNode
  readonly title?: string | undefined
  readonly className?: string
  readonly style?: CSSProperties
}
type Cell = (call: ListedCallRead, row: RowFacts, context: CellContext) => CellView

const absent = (reason: string): CellView => ({ content: '–', title: reason, className: 'text-text-3' })

const iconed = (icon: IconName, tone: Tone, loud = false) => ({
  className: classNames(glyphClass, toneGlyph[tone], loud && `font-strong ${toneText[tone]}`),
  style: glyph(icon),
})

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

const date: Cell = (call, { firstOfDay }, context) => {
  const clock = parseWallClock(call.date)
  const full = dateWords(call.date)
  if (firstOfDay === null || clock === null)
    return {
      title: clock ? undefined : call.date?.slice(0, 200),
      content: (
        <ContactLink
          call={call}
          context={context}
          className="block truncate rounded-1 text-text-2 tabular-nums underline-offset-4 -outline-offset-2 after:absolute after:inset-0 hover:text-accent hover:underline"
        >
          {full}
        </ContactLink>
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
        <ContactLink
          call={call}
          context={context}
          className="ml-auto flex w-[4.6ch] shrink-0 justify-end overflow-hidden rounded-1 whitespace-pre text-text-2 tabular-nums -outline-offset-2 after:absolute after:inset-0 hover:text-accent hover:underline underline-offset-4"
        >
          {full}
        </ContactLink>
      </>
    ),
  }
}

const CSS_COLOUR = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i

/** The cells of a row, one per column. */
export const CELLS: Readonly<Record<ColumnId, Cell>> = {
  date,
  status: (call, { statusName }, { journal }) => {
    const { word, icon, tone } = statusLook(call.status, statusName)
    const look = iconed(icon, tone, tone === 'missed' || tone === 'warning')
    const name = statusName ?? FILTERED_STATUSES.find((one) => one === callStatusName(call.status))
    // Where nobody has told the status's own name, there is no code to filter by (G8, G9).
    if (name === undefined) return { content: word, title: word, ...look }
    const filter = () => journal.change({ status_filter: statusFilterCode(name) })
    return { content: <FilterBy value={word} onPress={filter} {...look} /> }
  },
  caller: (call, _, { journal }) => {
    const caller = call.phone_number_from
    if (!caller?.trim()) return absent(m.no_caller())
    // No filter is longer.
    const value = caller.slice(0, 256)
    const look = 'font-strong tabular-nums'
    return {
      content:
        callerFilter(value) === undefined ? (
          <bdi className={look}>{value}</bdi>
        ) : (
          <FilterBy
            value={formatPhone(caller).slice(0, 256)}
            onPress={() => journal.change({ from_filter: value })}
            className={look}
          />
        ),
    }
  },
  source: (call, _, { journal }) => {
    const title = call.source?.title?.slice(0, 256)
    const detail = sourceDetail(call)
    const filter = () => journal.change({ source_text_filter: title })
    return {
      className: 'text-text-3',
      title: detail?.slice(0, 2000) ?? (title?.trim() ? undefined : m.no_source()),
      content: (
        <>
          {title?.trim() ? (
            <FilterBy
              value={title}
              onPress={filter}
              className={detail ? 'mr-2 max-w-3/5 text-text' : 'text-text'}
            />
          ) : detail ? (
            '– '
          ) : (
            '–'
          )}
          {detail?.slice(0, 200)}
        </>
      ),
    }
  },
  page: (call, _, { journal }) => {
    const uri = call.request_uri
    if (!uri) return absent(m.no_page())
    const path = pagePath(uri).slice(0, 256)
    const filter = () => journal.change({ uri_filter: path })
    return {
      title: uri.slice(0, 2000),
      content: <FilterBy value={path} onPress={filter} className="text-text-2" />,
    }
  },
  duration: (call) => {
    if (call.duration === null) return absent(m.no_duration())
    const words = formatDuration(call.duration) ?? m.invalid_duration({ seconds: call.duration })
    return call.record_url
      ? {
          content: words,
          title: `${words} · ${m.has_recording()}`,
          className: `${glyphClass} before:bg-accent`,
          style: glyph('play'),
        }
      : { content: words, title: words }
  },
  object: (call, { objectTitle }, context) => {
    if (!call.obj_oid || objectTitle === null) return absent(m.not_supplied())
    return {
      title: objectTitle,
      content: (
        <ObjectLink
          oid={call.obj_oid}
          context={context}
          className="block truncate rounded-1 text-left decoration-accent underline-offset-4 -outline-offset-2 hover:underline"
        >
          {objectTitle}
        </ObjectLink>
      ),
    }
  },
  service: (call) => textCell(call.service_name, m.not_supplied),
  region: (call) => textCell(call.region, m.call_no_region),
  kind: (call) =>
    call.call_type?.name === 'COMMON'
      ? { content: m.first_time() }
      : call.call_type?.name === 'REPEATED'
        ? { content: m.repeat(), className: 'text-text-3' }
        : absent(m.not_supplied()),
  target: (call) =>
    call.target ? { content: m.target(), ...iconed('target', 'target') } : absent(m.no_target()),
  custom_status: (call) => {
    // Documented as an object only; it looks like the object's own `custom_statuses`.
    const { data } = customStatus.lenient.safeParse(call.custom_status)
    const name = data?.name?.trim()
    if (!name) return absent(m.call_no_custom_status())
    const cell = { content: name.slice(0, 256), title: name.slice(0, 2000) }
    return data?.color && CSS_COLOUR.test(data.color)
      ? {
          ...cell,
          className:
            "before:mr-2 before:inline-block before:size-2 before:rounded-full before:bg-(--dot) before:content-['']",
          style: { '--dot': data.color } as CSSProperties,
        }
      : cell
  },
  crm: (call) => {
    const deal = call.customer_status
    if (!deal) return absent(m.no_deal())
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
  },
  manager: (call) => textCell(call.managers, m.call_no_manager),
  comments: (call) => {
    const count = call.comments.length
    if (count === 0) return absent(m.no_comments())
    const shown = formatNumber(count)
    return { content: shown, title: m.comments_count({ count, shown }), ...iconed('comment', 'neutral') }
  },
  recording: (call, _, context) =>
    call.record_url
      ? {
          content: (
            <ContactLink
              call={call}
              context={context}
              className={`${glyphClass} block truncate rounded-1 underline-offset-4 -outline-offset-2 before:bg-accent hover:text-accent hover:underline`}
            >
              {m.col_recording()}
            </ContactLink>
          ),
          style: glyph('play'),
        }
      : absent(m.call_no_recording()),
}

function textCell(value: string | null, reason: () => string): CellView {
  const text = value?.trim()
  return text
    ? { content: text.slice(0, 256), title: text.slice(0, 2000), className: 'text-text-2' }
    : absent(reason())
}
