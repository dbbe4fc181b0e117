import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ListedCallRead } from '#/contract/call.ts'
import { FILTERED_STATUSES, statusFilterCode } from '#/contract/call-filters.ts'
import { callStatusName } from '#/contract/codes.ts'
import { isPathValue } from '#/contract/endpoint.ts'
import { ContactStatus, statusLook } from '#/features/shell/contact-status.tsx'
import {
  formatDuration,
  formatMoney,
  formatNumber,
  formatOffset,
  formatPhone,
  parseWallClock,
} from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Absent } from '#/ui/data/absent.tsx'
import { Icon } from '#/ui/icon.tsx'
import { StatusMark } from '#/ui/data/status.tsx'
import type { ColumnId } from './columns.ts'
import { dateWords, dayName, pagePath, sourceDetail } from './contact-words.ts'
import type { Journal } from './use-journal.ts'

export interface CellContext {
  readonly journal: Journal
  /** The object whose journal it is; null in the journal of all objects. */
  readonly oid: string | null
  readonly index: number
  /** The first row of its day draws the day's name; null in any other order than the date's. */
  readonly firstOfDay: boolean | null
  readonly objectTitle: (oid: string | null) => string | null
  /** What the service calls a status, where it has said so (G8). */
  readonly statusName: (code: number | null) => string | undefined
  readonly now: number
  /** The offset most rows are on; a row on another clock says so. */
  readonly mainOffset: number | null
}

type Cell = (call: ListedCallRead, context: CellContext) => ReactNode

/** A value that filters the journal when it is pressed; underlined in the accent under the pointer. */
const FilterBy = ({
  value,
  onPress,
  children,
}: {
  value: string
  onPress: () => void
  children: ReactNode
}) => (
  <button
    type="button"
    title={m.filter_by({ value })}
    onClick={onPress}
    className="block max-w-full truncate rounded-1 text-left decoration-accent decoration-[1.5px] underline-offset-4 hover:underline focus-visible:underline"
  >
    {children}
  </button>
)

export const ContactLink = ({
  call,
  context: { journal, oid, index },
  className,
  children,
}: {
  call: ListedCallRead
  context: CellContext
  className?: string
  children: ReactNode
}) => {
  // An object's journal knows its object, whatever a row says; elsewhere a row may name none that can be asked for.
  const owner = oid ?? call.obj_oid ?? ''
  const callId = String(call.id)
  if (!isPathValue('oid', owner) || !isPathValue('call_id', callId))
    return <span className={className}>{children}</span>
  return (
    <Link
      to="/objects/$oid/calls/$callId"
      params={{ oid: owner, callId }}
      // The filters stay in the history entry, for the way back; the contact's address names the contact alone.
      search={({ client }) => (client ? { client } : {})}
      state={{
        journal: { index, search: journal.search, all: oid === null },
        ...journal.callerState,
      }}
      preload={false}
      className={className}
    >
      {children}
    </Link>
  )
}

const SHORT_DAY = { day: 'numeric', month: 'short', timeZone: 'UTC' } as const

const DateCell: Cell = (call, context) => {
  const clock = parseWallClock(call.date)
  const full = dateWords(call.date)
  const label =
    clock && context.firstOfDay
      ? (dayName(clock.day, clock.offset, context.now) ??
        new Date(clock.utc).toLocaleDateString(document.documentElement.lang, SHORT_DAY))
      : null
  // In the journal of all objects clocks differ (G6): times are in the order of the moments, not of their digits.
  const otherClock =
    clock && clock.offset !== context.mainOffset
      ? clock.offset === null
        ? m.no_offset()
        : formatOffset(clock.offset)
      : null
  return (
    <ContactLink
      call={call}
      context={context}
      className="flex items-baseline gap-2 rounded-1 text-text-2 tabular-nums hover:text-accent hover:underline underline-offset-4"
    >
      <span className="sr-only">{full}</span>
      <span
        aria-hidden="true"
        title={clock ? full : call.date?.slice(0, 200)}
        className="flex min-w-0 grow items-baseline justify-between gap-2"
      >
        {context.firstOfDay === null ? (
          <span className="truncate">{full}</span>
        ) : (
          <>
            {label ? (
              <span className="truncate text-12 font-semibold text-text">{label}</span>
            ) : (
              <span className="truncate text-12 text-text-3">{otherClock}</span>
            )}
            <span>{clock?.time ?? full}</span>
          </>
        )}
      </span>
    </ContactLink>
  )
}

/** The cells of a row, one per column. */
export const CELLS = {
  date: DateCell,
  status: (call, { journal, statusName }) => {
    const serviceName = statusName(call.status)
    const status = <ContactStatus code={call.status} serviceName={serviceName} />
    const name = serviceName ?? FILTERED_STATUSES.find((one) => one === callStatusName(call.status))
    // Where nobody has told the status's own name, there is no code to filter by (G8, G9).
    if (name === undefined) return status
    return (
      <FilterBy
        value={statusLook(call.status, serviceName).word}
        onPress={() => journal.change({ status_filter: statusFilterCode(name) })}
      >
        {status}
      </FilterBy>
    )
  },
  caller: (call, { journal }) => {
    const caller = call.phone_number_from
    if (!caller?.trim()) return <Absent reason={m.no_caller()} />
    // No filter is longer.
    const shown = formatPhone(caller).slice(0, 256)
    return (
      <FilterBy value={shown} onPress={() => journal.change({ from_filter: caller.slice(0, 256) })}>
        <bdi className="font-strong tabular-nums">{shown}</bdi>
      </FilterBy>
    )
  },
  source: (call, { journal }) => {
    const title = call.source?.title?.slice(0, 256)
    const detail = sourceDetail(call)
    return (
      <span className="flex min-w-0 items-baseline gap-2">
        {title?.trim() ? (
          <span className="max-w-[60%] shrink-0 truncate">
            <FilterBy value={title} onPress={() => journal.change({ source_text_filter: title })}>
              <bdi>{title}</bdi>
            </FilterBy>
          </span>
        ) : (
          <Absent reason={m.no_source()} />
        )}
        {detail && (
          <span className="min-w-0 truncate text-text-3" title={detail.slice(0, 2000)}>
            <bdi>{detail.slice(0, 200)}</bdi>
          </span>
        )}
      </span>
    )
  },
  page: (call, { journal }) => {
    const uri = call.request_uri
    if (!uri) return <Absent reason={m.no_page()} />
    const path = pagePath(uri).slice(0, 256)
    return (
      <span className="text-text-2" title={uri.slice(0, 2000)}>
        <FilterBy value={path} onPress={() => journal.change({ uri_filter: path })}>
          <bdi>{path}</bdi>
        </FilterBy>
      </span>
    )
  },
  duration: (call) => {
    if (call.duration === null) return <Absent reason={m.no_duration()} />
    const words = formatDuration(call.duration) ?? m.invalid_duration({ seconds: call.duration })
    return (
      <span className="flex items-center justify-end gap-1.5">
        {call.record_url && (
          <span title={m.has_recording()}>
            <Icon name="play" size={14} className="text-accent" />
            <span className="sr-only">{m.has_recording()} </span>
          </span>
        )}
        <span className="truncate" title={words}>
          {words}
        </span>
      </span>
    )
  },
  object: (call, { objectTitle }) => {
    const title = objectTitle(call.obj_oid)
    if (!call.obj_oid || title === null) return <Absent reason={m.not_supplied()} />
    return (
      <Link
        to="/objects/$oid/calls"
        params={{ oid: call.obj_oid }}
        search={({ client }) => (client ? { client } : {})}
        className="block truncate rounded-1 decoration-accent underline-offset-4 hover:underline"
        title={title}
      >
        <bdi>{title}</bdi>
      </Link>
    )
  },
  service: (call) =>
    call.service_name ? (
      <span className="block truncate text-text-2" title={call.service_name}>
        {call.service_name}
      </span>
    ) : (
      <Absent reason={m.not_supplied()} />
    ),
  kind: (call) =>
    call.call_type?.name === 'COMMON' ? (
      m.first_time()
    ) : call.call_type?.name === 'REPEATED' ? (
      <span className="text-text-3">{m.repeat()}</span>
    ) : (
      <Absent reason={m.not_supplied()} />
    ),
  target: (call) =>
    call.target ? (
      <StatusMark tone="target" icon="target">
        {m.target()}
      </StatusMark>
    ) : (
      <Absent reason={m.no_target()} />
    ),
  crm: (call) => {
    const deal = call.customer_status
    if (!deal) return <Absent reason={m.no_deal()} />
    return (
      <span className="flex min-w-0 justify-between gap-2">
        <span className="truncate" title={deal.status ?? undefined}>
          <bdi>{deal.status}</bdi>
        </span>
        {deal.price !== null && <span className="font-strong tabular-nums">{formatMoney(deal.price)}</span>}
      </span>
    )
  },
  comments: (call) => {
    const count = call.comments.length
    if (count === 0) return <Absent reason={m.no_comments()} />
    return (
      <span
        title={m.comments_count({ count, shown: formatNumber(count) })}
        className="flex items-center justify-end gap-1.5 text-text-3"
      >
        <Icon name="comment" size={14} />
        {formatNumber(count)}
      </span>
    )
  },
} as const satisfies Record<ColumnId, Cell>
