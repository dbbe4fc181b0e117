import { STOPS_SOON_DAYS } from '#/analytics/evaluation/findings.ts'
import type { ClientState } from '#/contract/archive/client-issues.ts'
import { mayHaveContacts } from '#/domain/client/client-list.ts'
import type { ClientColumn } from '#/features/agency/clients/client-column.ts'
import { formatDay, formatNumber, formatShortDay } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Absent } from '#/ui/data/absent.tsx'
import { Icon, type IconName } from '#/ui/icon.tsx'

/** Waiting callers from which the number is highlighted. */
const WAITING_MANY = 5

/** Highlighted, with a text for screen readers. */
const Marked = ({ icon, word, children }: { icon: IconName; word: string; children: string }) => (
  <span className="inline-flex items-center gap-1 rounded-1 bg-warning-soft px-1 font-strong text-warning">
    <Icon name={icon} size={14} />
    {children}
    <span className="sr-only">, {word}</span>
  </span>
)

/** Callers to call back and tracking expiry, consistent with "Needs attention". */
export const attentionColumns = (states: ReadonlyMap<string, ClientState>): readonly ClientColumn[] => [
  {
    id: 'waiting',
    label: m.clients_waiting,
    isNumeric: true,
    width: 84,
    least: 72,
    firstDirection: 'descending',
    value: ({ client }) => states.get(client)?.waiting ?? null,
    cell: ({ client, objects_count }) => {
      const waiting = states.get(client)?.waiting ?? null
      if (waiting === null)
        return (
          <Absent
            reason={
              mayHaveContacts({ objects_count })
                ? m.clients_waiting_unknown()
                : m.client_comparison_no_objects()
            }
          />
        )
      const countText = formatNumber(waiting)
      if (waiting < WAITING_MANY) return countText
      return (
        <Marked icon="phone-callback" word={m.clients_waiting_many()}>
          {countText}
        </Marked>
      )
    },
    total: (clients) => {
      const known = clients.flatMap(({ client }) => states.get(client)?.waiting ?? [])
      return known.length === 0 ? null : formatNumber(known.reduce((sum, count) => sum + count, 0))
    },
  },
  {
    id: 'ends',
    label: m.runway,
    isNumeric: true,
    width: 112,
    least: 112,
    firstDirection: 'ascending',
    value: ({ client }) => states.get(client)?.ends?.days_left ?? null,
    cell: ({ client }) => {
      const ends = states.get(client)?.ends ?? null
      if (ends === null) return <Absent reason={m.clients_ends_unknown()} />
      if (ends.days_left > STOPS_SOON_DAYS) return formatDay(ends.day)
      return (
        <Marked icon="clock" word={m.clients_ends_soon()}>
          {formatShortDay(ends.day)}
        </Marked>
      )
    },
  },
]
