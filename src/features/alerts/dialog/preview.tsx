import type { AlertPreview, AlertRule } from '#/contract/alerts/alerts.ts'
import { DRAWN_KINDS } from '#/contract/alerts/alert-kinds.ts'
import { errorText } from '#/domain/notice/error-text.ts'
import { counted, formatNumber, formatShortDay, numbers } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Skeleton } from '#/ui/state/skeleton.tsx'
import { useIdleCode } from '#/ui/use-idle-code.ts'
import { whenPainted } from '#/ui/when-painted.ts'
import { MissedDayPreview } from './missed-day-preview.tsx'

/** A plan, or shares. */
const HUNDRED_PERCENT = 100

const wholePercent = numbers({ style: 'percent', maximumFractionDigits: 0 })

const WHY = {
  not_kept: m.alerts_why_not_kept,
  hidden: m.alerts_why_hidden,
  no_plan: m.alerts_why_no_plan,
} as const

interface PreviewProps {
  readonly rule: AlertRule
  readonly about: string | null
  readonly preview: AlertPreview | undefined
  readonly error: unknown
  /** Of an earlier state of the rule. */
  readonly isOld: boolean
}

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
          {preview.mail.missed_day && <MissedDayPreview day={preview.mail.missed_day} />}
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

const fetchBars = () => import('#/ui/chart/day-bars.tsx')

const Bars = ({ rule, preview: { days } }: { rule: AlertRule; preview: AlertPreview }) => {
  const drawing = useIdleCode(fetchBars, whenPainted)
  const limit =
    rule.kind === 'missed_rate' ? rule.threshold : rule.kind === 'plan_behind' ? HUNDRED_PERCENT : null
  const isDrawn = DRAWN_KINDS.has(rule.kind)
  return (
    <div
      role="img"
      aria-label={m.alerts_bars({
        from: formatShortDay(days[0]?.day ?? ''),
        to: formatShortDay(days.at(-1)?.day ?? ''),
        ...counted(days.filter(({ fired }) => fired > 0).length),
      })}
      className="mt-2 h-39"
    >
      {drawing && (
        <drawing.DayBars
          days={days.map(({ day, value, fired }) => ({
            name: formatShortDay(day),
            value,
            words: fired > 0 && value !== null ? formatNumber(Math.round(isDrawn ? value : fired)) : null,
          }))}
          limit={limit === null ? undefined : { value: limit, words: wholePercent(limit / HUNDRED_PERCENT) }}
        />
      )}
    </div>
  )
}
