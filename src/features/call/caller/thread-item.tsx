import type { HiddenFields } from '#/domain/client/hidden-fields.ts'
import type { CallRead } from '#/contract/call.ts'
import { CALL_TYPE } from '#/contract/codes.ts'
import { ContactLink } from '#/features/call/journal-link.tsx'
import { statusBadge } from '#/domain/cells/status-badge.ts'
import { shownClock, useTimes } from '#/domain/preferences/times.ts'
import { formatDuration } from '#/i18n/duration.ts'
import { formatDateTime, formatShortDateTime } from '#/i18n/format.ts'
import { FIELD_WORDS } from '#/domain/contact-list/field-labels.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { classNames } from '#/ui/class-names.ts'
import { Absent } from '#/ui/data/absent.tsx'
import { toneText } from '#/ui/data/status.tsx'
import { Icon } from '#/ui/icon.tsx'

const ROW =
  'relative col-span-full -mx-2 grid min-h-8 grid-cols-subgrid items-start rounded-2 px-2 py-1.5 text-13 phone:min-h-10 phone:py-2.5'
const THREAD =
  'before:absolute before:top-6.5 before:-bottom-1.5 before:left-4 before:w-px before:bg-line-strong group-last:before:hidden phone:before:top-7.5 phone:before:-bottom-2.5'

export const ThreadItem = ({
  oid,
  call,
  statusName,
  hidden,
  isThis,
}: {
  oid: string
  call: CallRead
  statusName: string | undefined
  hidden: HiddenFields
  isThis: boolean
}) => {
  const parts = <Parts call={call} statusName={statusName} hidden={hidden} isThis={isThis} />
  return (
    <li className="group col-span-full grid grid-cols-subgrid" aria-current={isThis || undefined}>
      {isThis ? (
        <div className={classNames(ROW, THREAD, 'bg-selected')}>{parts}</div>
      ) : (
        <ContactLink oid={oid} callId={call.id} className={classNames(ROW, THREAD, 'hover:bg-hover')}>
          {parts}
        </ContactLink>
      )}
    </li>
  )
}

const Parts = ({
  call,
  statusName,
  hidden,
  isThis,
}: {
  call: CallRead
  statusName: string | undefined
  hidden: HiddenFields
  isThis: boolean
}) => {
  const { word, icon, tone } = statusBadge(call.status, statusName)
  const duration = hidden.has('duration') || call.duration === null ? null : formatDuration(call.duration)
  const times = useTimes()
  const clock = hidden.has('date') ? null : shownClock(call.date, times)
  const source = hidden.has('source') ? null : call.source?.title || call.src
  const isFirst = !hidden.has('call_type') && call.call_type?.id === CALL_TYPE.COMMON
  const isLoud = tone === 'missed'
  const isStatusHidden = hidden.has('status')
  return (
    <>
      <Icon
        name={isStatusHidden ? 'user' : icon}
        className={classNames('mt-0.5', toneText[isStatusHidden ? 'neutral' : tone])}
      />
      <span className="min-w-0">
        <span
          className={classNames(
            'block wrap-anywhere',
            isThis && 'font-semibold',
            isLoud && !isStatusHidden && 'font-strong text-missed',
          )}
        >
          {[isStatusHidden ? null : word, duration].filter(Boolean).join(', ') || call.id}
        </span>
        {isFirst && <span className="block text-12 text-text-3">{m.first_time()}</span>}
      </span>
      <span className="text-right whitespace-nowrap text-text-2 tabular-nums">
        {clock ? (
          <time dateTime={call.date ?? undefined} title={formatDateTime(clock)}>
            {formatShortDateTime(clock)}
          </time>
        ) : (
          !hidden.has('date') && <Absent reason={call.date ? m.invalid_date() : m.not_supplied()} />
        )}
      </span>
      <span
        title={source?.slice(0, 200) || undefined}
        className="line-clamp-2 text-right wrap-anywhere text-text-2"
      >
        {source ? (
          <bdi>{source.slice(0, 80)}</bdi>
        ) : (
          !hidden.has('source') && <Absent reason={FIELD_WORDS.source.absent()} />
        )}
      </span>
    </>
  )
}
