import { useMemo } from 'react'
import type { Live, LiveNewest, LiveWaiting } from '#/contract/live/live.ts'
import { objectName } from '#/domain/cells/object-name.ts'
import { statusBadge } from '#/domain/cells/status-badge.ts'
import { counted, formatNumber } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { classNames } from '#/ui/class-names.ts'
import { Icon } from '#/ui/icon.tsx'
import { minutesWaited, timeLabel, shortWaitLabel } from './live-labels.ts'
import { Part, useRoom } from './part.tsx'
import { useNow } from './use-now.ts'

const ROW_EMS = 3
const MOST = 8
const LONG_MINUTES = 60

const useNames = ({ objects }: Live) =>
  useMemo(() => new Map(objects.map((object) => [object.oid, objectName(object)])), [objects])

/** Missed today and not reached, longest waiting first. */
export const WaitingPart = ({ live }: { live: Live }) => {
  const [room, ref] = useRoom(ROW_EMS)
  const names = useNames(live)
  const { waiting } = live
  const shown = waiting?.callers.slice(0, Math.min(room, MOST)) ?? []
  const more = (waiting?.total ?? 0) - shown.length
  return (
    <Part
      title={m.live_waiting()}
      className="live-waiting"
      {...(more > 0 && { note: m.live_more({ count: formatNumber(more) }) })}
    >
      {waiting === null ? (
        <p className="live-note">{m.live_hidden()}</p>
      ) : waiting.total === 0 && !live.is_today_read ? (
        <p className="live-note">{m.live_waiting_unread()}</p>
      ) : waiting.total === 0 && live.objects.every(({ calls }) => calls === 0) ? (
        <p className="live-note">{m.live_no_calls_today()}</p>
      ) : waiting.total === 0 ? (
        <p className="live-note live-nobody">
          <Icon name="check" className="live-answered" />
          {m.live_nobody_waits()}
        </p>
      ) : (
        <ul ref={ref} className="live-rows">
          {shown.map((one) => (
            <WaitingRow
              key={`${one.oid} ${one.id}`}
              waiting={one}
              object={names.get(one.oid ?? '')}
              offset={live.offset}
            />
          ))}
        </ul>
      )}
    </Part>
  )
}

const WaitingRow = ({
  waiting,
  object,
  offset,
}: {
  waiting: LiveWaiting
  object: string | undefined
  offset: number | null
}) => {
  const { at, source, attempts } = waiting
  const minutes = useNow((now) => minutesWaited(at, now) ?? -1)
  const tries = attempts > 1 ? m.live_tries(counted(attempts)) : null
  return (
    <li className="live-item">
      <span className={classNames('live-wait tabular-nums', minutes >= LONG_MINUTES && 'live-strong')}>
        {minutes >= 0 ? shortWaitLabel(minutes) : timeLabel(waiting, offset)}
      </span>
      <span className="live-two">
        <span className="live-cut">
          <bdi>{source ?? object ?? '–'}</bdi>
        </span>
        <span className="live-cut live-quieter tabular-nums">
          {tries !== null && `${tries}${source !== null && object ? ', ' : ''}`}
          {source !== null && <bdi>{object}</bdi>}
        </span>
      </span>
    </li>
  )
}

export const NewestPart = ({ live }: { live: Live }) => {
  const [room, ref] = useRoom(ROW_EMS)
  const names = useNames(live)
  const shown = live.newest.slice(0, Math.min(room, MOST))
  return (
    <Part title={m.live_newest()} className="live-newest">
      {shown.length === 0 ? (
        <p className="live-note">{m.live_none_yet()}</p>
      ) : (
        <ul ref={ref} className="live-rows">
          {shown.map((one) => (
            <NewestRow
              key={`${one.oid} ${one.id}`}
              contact={one}
              object={names.get(one.oid ?? '')}
              offset={live.offset}
            />
          ))}
        </ul>
      )}
    </Part>
  )
}

const NewestRow = ({
  contact,
  object,
  offset,
}: {
  contact: LiveNewest
  object: string | undefined
  offset: number | null
}) => {
  const { status, source } = contact
  const look = status === null ? null : statusBadge(status)
  return (
    <li className="live-item live-arrives">
      <span className="live-wait live-strong tabular-nums">{timeLabel(contact, offset)}</span>
      <span className="live-two">
        {look && (
          <span className={classNames('live-status', `live-${look.tone}`)}>
            <Icon name={look.icon} />
            <span className="live-cut">{look.word}</span>
          </span>
        )}
        <span className="live-cut live-quieter">
          {source !== null && <bdi>{source}</bdi>}
          {source !== null && object && ', '}
          {object && <bdi>{object}</bdi>}
        </span>
      </span>
    </li>
  )
}
