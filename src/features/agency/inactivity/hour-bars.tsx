import type { HourOfInactivity } from '#/analytics/evaluation/inactivity.ts'
import { timeOf } from '#/i18n/format.ts'

const WIDTH = 96
const HEIGHT = 32
const WIDEST = 14
/** Where the norm of the hour is this small, nothing in it is no news. */
const EXPECTED = 0.5

/**
 * The hours of a day so far: what came filled, what usually comes as a dashed outline, and a red base under an hour in
 * which something usually comes and nothing did. Drawn only: the words beside it and the receipt say the same.
 */
export const HourBars = ({ hours, now }: { hours: readonly HourOfInactivity[]; now: number }) => {
  const [first] = hours
  if (!first) return null
  const step = Math.min(WIDTH / hours.length, WIDEST + 4)
  const gap = Math.min(step * 0.25, 4)
  const most = Math.max(1, ...hours.flatMap(({ contacts, usual }) => [contacts, usual]))
  const heightOf = (count: number) => (count / most) * (HEIGHT - 2)
  return (
    <div aria-hidden="true" className="grid content-start justify-items-end gap-0.5">
      <svg width={step * hours.length} height={HEIGHT + 2} className="overflow-visible">
        {hours.map(({ hour, contacts, usual }, index) => {
          const at = { x: index * step + gap / 2, width: step - gap }
          const norm = heightOf(usual)
          const came = heightOf(contacts)
          return (
            <g key={hour}>
              <rect {...at} y={HEIGHT - came} height={came} style={{ fill: 'var(--chart-1)' }} />
              {usual > 0 && (
                <rect
                  {...at}
                  y={HEIGHT - norm}
                  height={norm}
                  fill="none"
                  strokeDasharray="2 2"
                  style={{ stroke: 'var(--line-control)' }}
                />
              )}
              {contacts === 0 && usual >= EXPECTED && (
                <rect {...at} y={HEIGHT - 1} height={2} style={{ fill: 'var(--missed)' }} />
              )}
            </g>
          )
        })}
      </svg>
      <span className="text-12 text-text-3 tabular-nums">
        {timeOf(first.hour * 60)} – {timeOf(now)}
      </span>
    </div>
  )
}
