import type { Live, LiveObject } from '#/contract/live/live.ts'
import { objectName } from '#/domain/cells/object-name.ts'
import { formatNumber } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { classNames } from '#/ui/class-names.ts'
import { Icon } from '#/ui/icon.tsx'
import { usualLabel } from './live-labels.ts'
import { Part, useRoom } from './part.tsx'
import { useNow } from './use-now.ts'

const ROW_EMS = 2.1
const PAGE_MS = 15_000

export const ObjectsPart = ({ live: { objects, is_today_read } }: { live: Live }) => {
  const [room, ref] = useRoom(ROW_EMS)
  const pages = Math.max(1, Math.ceil(objects.length / room))
  const page = useNow((now) => Math.floor(now / PAGE_MS) % pages)
  // Evenly filled pages.
  const perPage = Math.ceil(objects.length / pages)
  const first = page * perPage
  const shown = objects.slice(first, first + perPage)
  const most = Math.max(1, ...objects.flatMap(({ contacts, usual }) => [contacts, usual ?? 0]))
  return (
    <Part
      title={m.live_objects()}
      className="live-objects"
      {...(pages > 1 && {
        note: m.live_pages({
          first: formatNumber(first + 1),
          last: formatNumber(first + shown.length),
          total: formatNumber(objects.length),
        }),
      })}
    >
      {objects.length === 0 ? (
        <p className="live-note">{m.live_no_objects()}</p>
      ) : (
        <div className="live-table">
          <div className="live-row live-head" aria-hidden="true">
            <span />
            <span />
            <span>{m.live_contacts()}</span>
            <span>{m.live_usual()}</span>
            <span>{m.live_missed()}</span>
          </div>
          <ul ref={ref} key={page} className="live-rows live-turn">
            {shown.map((object) => (
              <ObjectRow key={object.oid} object={object} most={most} isPartial={!is_today_read} />
            ))}
          </ul>
        </div>
      )}
    </Part>
  )
}

const ObjectRow = ({
  object,
  most,
  isPartial,
}: {
  object: LiveObject
  most: number
  /** Incomplete. */
  isPartial: boolean
}) => {
  const { contacts, usual, missed, is_silent } = object
  const part = (count: number) => `${(count / most) * 100}%`
  return (
    <li className="live-row tabular-nums">
      <span className="live-name">
        <bdi>{objectName(object)}</bdi>
      </span>
      {is_silent ? (
        <span className="live-quiet live-warning">
          <Icon name="bell-off" />
          {m.live_quiet()}
        </span>
      ) : (
        <span className={classNames('live-bar', isPartial && 'live-partial')} aria-hidden="true">
          <i style={{ width: part(contacts) }} />
          {usual !== null && <b style={{ left: part(usual) }} />}
        </span>
      )}
      <span className={isPartial ? 'live-quieter' : 'live-strong'}>
        <span className="sr-only">{m.live_contacts()} </span>
        {formatNumber(contacts)}
      </span>
      <span className="live-quieter">
        <span className="sr-only">{m.live_usual()} </span>
        {usual === null ? '–' : usualLabel(usual)}
      </span>
      <span className={missed && !isPartial ? 'live-strong live-missed' : 'live-quieter'}>
        <span className="sr-only">{m.live_missed()} </span>
        {missed && !isPartial ? <Icon name="phone-missed" /> : null}
        <span title={missed === null ? m.live_hidden() : undefined}>
          {missed === null ? '–' : formatNumber(missed)}
        </span>
      </span>
    </li>
  )
}
