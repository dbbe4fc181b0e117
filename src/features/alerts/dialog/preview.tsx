import type { AlertPreview, AlertRule } from '#/contract/alerts/alerts.ts'
import { DRAWN_KINDS } from '#/contract/alerts/alert-kinds.ts'
import { errorText } from '#/domain/notice/error-text.ts'
import { counted, formatNumber, formatShortDay, numbers } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Skeleton } from '#/ui/state/skeleton.tsx'
import { MissedDayPreview } from './missed-day-preview.tsx'

const [WIDTH, HEIGHT, TOP, FOOT] = [396, 156, 16, 20]

/** In percent: a plan, and what shares are of. */
const HUNDRED_PERCENT = 100

const wholePercent = numbers({ style: 'percent', maximumFractionDigits: 0 })

const WHY = {
  not_kept: m.alerts_why_not_kept,
  hidden: m.alerts_why_hidden,
  no_plan: m.alerts_why_no_plan,
} as const

interface PreviewProps {
  readonly rule: AlertRule
  /** Whose days these are, where that is not said by the rule. */
  readonly about: string | null
  readonly preview: AlertPreview | undefined
  readonly error: unknown
  /** It is of what the rule said before. */
  readonly isOld: boolean
}

/** What the last thirty days would have brought, and the mail as it would look. */
export const Preview = ({ rule, about, preview, error, isOld }: PreviewProps) => (
  <div
    aria-busy={isOld || undefined}
    className="mt-4 grid grid-cols-2 gap-x-5 gap-y-4 border-t border-line pt-4 phone:grid-cols-1"
  >
    <section aria-label={m.alerts_last_days()}>
      {error !== null ? (
        <p role="alert" className="text-13 text-missed">
          {errorText(error)}
        </p>
      ) : preview === undefined ? (
        <Skeleton width="lg" />
      ) : (
        <Fired rule={rule} about={about} preview={preview} />
      )}
    </section>
    <section aria-label={m.alerts_the_mail()} className="min-w-0">
      <h3 className="text-13 font-semibold text-text">{m.alerts_the_mail()}</h3>
      {preview?.mail ? (
        <div className="mt-2 grid grid-cols-[minmax(0,1fr)] gap-1.5 text-13">
          <p className="text-14 font-semibold text-text">
            <bdi>{preview.mail.subject}</bdi>
          </p>
          {preview.mail.lines.map((line) => (
            <p key={line} className="text-text-2">
              {line}
            </p>
          ))}
          {preview.mail.missed_day && <MissedDayPreview words={preview.mail.missed_day} />}
          <p className="text-12 text-text-3">{m.alerts_mail_has()}</p>
        </div>
      ) : (
        <p className="mt-2 text-13 text-text-3">
          {preview?.why === null ? m.alerts_mail_none() : m.alerts_mail_unknown()}
        </p>
      )}
    </section>
  </div>
)

const Fired = ({
  rule,
  about,
  preview,
}: {
  rule: AlertRule
  about: string | null
  preview: AlertPreview
}) => {
  const { why, fired, message_count: messages } = preview
  if (why !== null)
    return (
      <>
        <h3 className="text-13 font-semibold text-text">{m.alerts_cannot_say()}</h3>
        <p className="mt-1 text-13 text-text-2">{WHY[why]()}</p>
      </>
    )
  return (
    <>
      <h3 className="text-13 font-semibold text-text">
        <span role="status">{m.alerts_would_have(counted(fired))}</span>
      </h3>
      <p className="text-12 text-text-3">
        {[
          about,
          rule.kind === 'missed_rate' && rule.min_calls !== null
            ? m.alerts_rate_by_day(counted(rule.min_calls))
            : null,
          rule.kind === 'plan_behind' ? m.alerts_plan_by_day() : null,
          messages === fired ? null : m.alerts_in_messages(counted(messages)),
          rule.kind === 'stops' ? m.alerts_by_now() : null,
        ]
          .filter((part) => part !== null)
          .join(' ')}
      </p>
      <Bars rule={rule} preview={preview} />
    </>
  )
}

/** A bar for each day; those on which it fires are red and have their figure. */
const Bars = ({ rule, preview: { days } }: { rule: AlertRule; preview: AlertPreview }) => {
  const line =
    rule.kind === 'missed_rate' ? rule.threshold : rule.kind === 'plan_behind' ? HUNDRED_PERCENT : null
  const most = Math.max(1, line ?? 0, ...days.map(({ value }) => value ?? 0))
  const height = HEIGHT - TOP - FOOT
  const y = (value: number) => TOP + height * (1 - value / most)
  const step = (WIDTH - 4) / Math.max(days.length, 1)
  const fired = days.filter((day) => day.fired > 0).length
  const isDrawn = DRAWN_KINDS.has(rule.kind)
  const shown = (value: number) => formatNumber(Math.round(value))
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={m.alerts_bars({
        from: formatShortDay(days[0]?.day ?? ''),
        to: formatShortDay(days.at(-1)?.day ?? ''),
        ...counted(fired),
      })}
      className="mt-2 w-full text-11"
    >
      {days.map(({ day, value, fired: times }, nth) => {
        const x = 2 + nth * step
        const width = step * 0.68
        if (value === null)
          return (
            <path
              key={day}
              d={`M${x} ${HEIGHT - FOOT - 1}h${width}`}
              stroke="var(--line-control)"
              strokeDasharray="2 1.5"
            />
          )
        const top = y(value)
        return (
          <g key={day}>
            <rect
              x={x}
              y={top}
              width={width}
              height={Math.max(HEIGHT - FOOT - top, 0)}
              fill={times > 0 ? 'var(--missed)' : 'var(--chart-8)'}
            />
            {times > 0 && (
              <text
                x={x + width / 2}
                y={top - 4}
                textAnchor="middle"
                fill="var(--missed)"
                className="font-semibold"
              >
                {shown(isDrawn ? value : times)}
              </text>
            )}
          </g>
        )
      })}
      {line !== null && line <= most && (
        <>
          <path d={`M0 ${y(line)}H${WIDTH}`} stroke="var(--text)" strokeDasharray="3 3" />
          {/* Over a bar it is read as well. */}
          <text
            x={2}
            y={y(line) - 4}
            fill="var(--text-2)"
            stroke="var(--raised)"
            strokeWidth={3}
            paintOrder="stroke"
          >
            {wholePercent(line / HUNDRED_PERCENT)}
          </text>
        </>
      )}
      <path d={`M0 ${HEIGHT - FOOT}H${WIDTH}`} stroke="var(--line-control)" />
      {days.length > 0 && (
        <>
          <text x={2} y={HEIGHT - 5} fill="var(--text-3)">
            {formatShortDay(days[0]!.day)}
          </text>
          <text x={WIDTH} y={HEIGHT - 5} textAnchor="end" fill="var(--text-3)">
            {formatShortDay(days.at(-1)!.day)}
          </text>
        </>
      )}
    </svg>
  )
}
