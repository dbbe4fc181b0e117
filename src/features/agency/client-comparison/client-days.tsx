import type { ReactNode } from 'react'
import type { ClientRead } from '#/contract/agency.ts'
import { daysIn } from '#/contract/day.ts'
import { mayHaveContacts } from '#/domain/client/client-list.ts'
import { formatDay, formatDays, formatNumber } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { LinkButton } from '#/ui/control/button.tsx'
import { useFocusFallback } from '#/ui/use-focus-fallback.ts'
import { acrossOf } from '#/ui/chart/plot.ts'
import { mayMiss } from '#/analytics/days.ts'
import { contactsOfSteps, stepsOf } from './client-comparison.ts'
import { dayNumbersOf, unreadDaysOf, clientUnreadLabel } from './unread-days.ts'
import type { ClientComparisonState } from './use-client-comparison.ts'

export const ClientDays = ({ state, client }: { state: ClientComparisonState; client: ClientRead }) => {
  const { days } = state.figures.choice
  const account = state.accounts.get(client.client)
  const steps = stepsOf(days)
  const points = account ? contactsOfSteps(account, days) : steps.map(() => null)
  const isByDay = steps.every((step) => daysIn(step) === 1)
  const what = isByDay ? m.client_comparison_by_day() : m.client_comparison_by_week()
  const focusFallback = useFocusFallback<HTMLDivElement>()
  const contents = () => {
    if (!mayHaveContacts(client))
      return <p className="py-3 text-13 text-text-2">{m.client_comparison_no_objects()}</p>
    if (!state.isPending && account === undefined)
      return <p className="py-3 text-13 text-missed">{m.client_comparison_withdrawn()}</p>
    if (points.every((point) => point === null))
      return <p className="py-3 text-13 text-text-3">{m.client_comparison_loading_client()}</p>
    const unread = unreadDaysOf(state, client.client)
    const ranges = dayNumbersOf(unread)
    return (
      <Line
        what={what}
        points={points}
        days={days}
        unread={dayNumbersOf(steps).map((step) => mayMiss(ranges, step))}
        note={
          unread.length > 0 && (
            <span className="flex flex-wrap gap-x-1.5 text-12 text-warning">
              {clientUnreadLabel(unread)}
              <LinkButton onClick={() => state.update([client.client])}>{m.retry()}</LinkButton>
            </span>
          )
        }
      />
    )
  }
  return (
    <div {...focusFallback} className="outline-none">
      {contents()}
    </div>
  )
}

const HEIGHT = 48
const STEP = 20
const INSET = 3

/** Line with gaps at missing values; highest and lowest as text. */
const Line = ({
  what,
  points,
  days,
  unread,
  note,
}: {
  what: string
  points: readonly (number | null)[]
  days: { readonly from: string; readonly to: string }
  unread: readonly boolean[]
  note: ReactNode
}) => {
  const known = points.filter((point) => point !== null)
  const most = Math.max(...known, 0)
  const width = Math.max(points.length - 1, 1) * STEP + 2 * INSET
  const at = (index: number, point: number) =>
    `${INSET + index * STEP} ${HEIGHT - INSET - (most === 0 ? 0 : (point / most) * (HEIGHT - 2 * INSET))}`
  const path = points
    .map((point, index) =>
      point === null ? '' : `${index > 0 && points[index - 1] !== null ? 'L' : 'M'}${at(index, point)}`,
    )
    .join('')
  const summary = m.client_comparison_line_summary({
    what,
    days: formatDays(days),
    least: formatNumber(Math.min(...known, most)),
    most: formatNumber(most),
  })
  return (
    <figure className="flex flex-wrap items-end gap-x-4 gap-y-1 py-2 text-12 text-text-3">
      <div className="grid w-120 max-w-full gap-0.5">
        <span className="relative grid">
          {unread.map(
            (isUnread, index) =>
              // A place is what it is of.
              // oxlint-disable-next-line react/no-array-index-key
              isUnread && <Unread key={index} index={index} count={points.length} />,
          )}
          <svg
            role="img"
            aria-label={summary}
            viewBox={`0 0 ${width} ${HEIGHT}`}
            preserveAspectRatio="none"
            className="relative h-12 w-full"
          >
            <path
              d={`M0 ${HEIGHT - INSET}H${width}`}
              stroke="var(--line-strong)"
              vectorEffect="non-scaling-stroke"
            />
            <path
              // A zero-length stroke with round caps is a dot.
              d={points.length === 1 ? `${path}h0` : path}
              fill="none"
              stroke="var(--chart-1)"
              strokeWidth={1.75}
              strokeLinecap="round"
              strokeLinejoin="round"
              vectorEffect="non-scaling-stroke"
            />
          </svg>
        </span>
        <span className="flex justify-between tabular-nums">
          <span>{formatDay(days.from)}</span>
          {days.to !== days.from && <span>{formatDay(days.to)}</span>}
        </span>
      </div>
      <figcaption className="text-13 text-text-2 tabular-nums">
        {summary}
        {known.length < points.length && (
          <span className="block text-12 text-text-3">{m.client_comparison_line_missing()}</span>
        )}
        {note}
      </figcaption>
    </figure>
  )
}

const HATCH = 'repeating-linear-gradient(135deg, var(--line) 0 1px, transparent 1px 6px)'

const Unread = ({ index, count }: { index: number; count: number }) => {
  const [left, right] = count === 1 ? [0, 100] : [acrossOf(index - 0.5, count), acrossOf(index + 0.5, count)]
  return (
    <span
      aria-hidden="true"
      className="absolute inset-y-0"
      style={{
        left: `${Math.max(left, 0)}%`,
        right: `${Math.max(100 - right, 0)}%`,
        backgroundImage: HATCH,
      }}
    />
  )
}
