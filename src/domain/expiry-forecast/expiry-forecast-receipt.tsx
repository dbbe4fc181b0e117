import {
  daysBetweenEnds,
  type Assumption,
  type Counting,
  type Expiry,
  type KnownExpiryForecast,
  type Sessions,
} from '#/analytics/evaluation/expiry-forecast.ts'
import { ReceiptContents } from '#/domain/figures/receipt-contents.tsx'
import type { Receipt } from '#/domain/figures/receipt.tsx'
import { TextValue } from '#/domain/cells/values.tsx'
import { counted, formatDay, formatNumber } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Absent } from '#/ui/data/absent.tsx'
import { daysText, leftText } from './expiry-forecast-labels.ts'

export const expiryForecastReceipt = (
  forecast: KnownExpiryForecast,
): Receipt & { readonly formula: string } => ({
  title: m.runway(),
  value: m.expiry_on_day({ day: formatDay(forecast.day), left: leftText(forecast.daysLeft) }),
  definition: m.expiry_definition(),
  formula: formulaText(forecast),
  inputs: [
    ...sessionsInputs(forecast.sessions),
    { label: m.object_paid_until(), value: <PaidUntil expiry={forecast.expiry} /> },
  ],
  notes: notesOf(forecast),
})

export const ExpiryForecastReceipt = ({
  forecast,
  onClose,
}: {
  forecast: KnownExpiryForecast
  onClose: () => void
}) => <ReceiptContents receipt={expiryForecastReceipt(forecast)} onClose={onClose} />

const tenths = (days: number) => Math.floor(days * 10) / 10

const formulaText = ({ reason, sessions, today, day, daysLeft, state }: KnownExpiryForecast): string => {
  if (reason === 'sessions' && sessions.known && sessions.lasts !== null) {
    const { used, limit, dailyRate, lasts } = sessions
    if (lasts === 0) return m.expiry_formula_used_up({ used: formatNumber(used), limit: formatNumber(limit) })
    return m.expiry_formula_pace({
      ...counted(tenths(lasts)),
      left: formatNumber(limit - used),
      pace: formatNumber(dailyRate),
    })
  }
  const [from, to] = state === 'stopped' ? [day, today] : [today, day]
  return m.expiry_formula_days({
    from: formatDay(from),
    to: formatDay(to),
    days: daysText(Math.abs(daysLeft)),
  })
}

const sessionsInputs = (sessions: Sessions): Receipt['inputs'] => {
  if (!sessions.known) {
    const reason = NO_SESSIONS[sessions.why]()
    const value = sessions.used === null ? reason : `${formatNumber(sessions.used)}. ${reason}`
    return [{ label: m.object_sessions(), value }]
  }
  const { used, limit, counting, dailyRate, reset } = sessions
  return [
    {
      label: m.object_sessions(),
      value: m.sessions_of_limit({ used: formatNumber(used), limit: formatNumber(limit) }),
    },
    { label: m.expiry_counted_since(), value: <Since counting={counting} /> },
    { label: m.expiry_days_counted(), value: formatNumber(counting.days) },
    { label: m.expiry_pace(), value: m.expiry_a_day({ pace: formatNumber(dailyRate) }) },
    ...(reset === null ? [] : [{ label: m.expiry_next_reset(), value: formatDay(reset) }]),
    { label: m.expiry_sessions_end(), value: sessionsEndText(sessions) },
  ]
}

const NO_SESSIONS = {
  no_count: m.no_count,
  no_limit: m.no_limit,
  unlimited: m.expiry_unlimited,
} as const satisfies Record<Extract<Sessions, { known: false }>['why'], () => string>

const ASSUMED = {
  absent: m.expiry_since_absent,
  unreadable: m.expiry_since_unreadable,
  ahead: m.expiry_since_ahead,
  today: m.expiry_since_today,
} as const satisfies Record<Assumption, (inputs: { day: string; days: string }) => string>

const sinceText = ({ day, days, assumed }: Counting): string =>
  assumed === null
    ? m.expiry_since_reset({ day: formatDay(day) })
    : ASSUMED[assumed]({ day: formatDay(day), days: daysText(days) })

const sessionsEndText = ({ end, lasts }: Extract<Sessions, { known: true }>): string => {
  if (end) return m.expiry_on_day({ day: formatDay(end.day), left: leftText(end.daysLeft) })
  return lasts === null ? m.expiry_not_at_pace() : m.expiry_not_before_reset()
}

const Since = ({ counting }: { counting: Counting }) => (
  <>
    {sinceText(counting)}
    {counting.assumed === 'unreadable' && (
      <span className="block text-12 text-text-3">
        <TextValue value={counting.written} />
      </span>
    )}
  </>
)

/** The day, and the service's text (G15). */
const PaidUntil = ({ expiry }: { expiry: Expiry }) => {
  if (expiry.state === 'absent') return <Absent reason={m.no_paid_until()} />
  if (expiry.state === 'unreadable') return <TextValue value={expiry.written} />
  return (
    <>
      {m.expiry_on_day({ day: formatDay(expiry.day), left: leftText(expiry.daysLeft) })}
      <bdi className="block text-12 text-text-3">{expiry.written}</bdi>
    </>
  )
}

const notesOf = (forecast: KnownExpiryForecast): string[] => {
  const apart = daysBetweenEnds(forecast) ?? 0
  const between = { ...counted(Math.abs(apart)) }
  return [
    ...(apart > 0 ? [m.expiry_sessions_first(between)] : []),
    ...(apart < 0 ? [m.expiry_expiry_first(between)] : []),
    ...(forecast.sessions.known ? [m.expiry_note_pace()] : []),
    ...(forecast.expiry.state === 'unreadable' ? [m.expiry_note_unreadable()] : []),
    ...(forecast.expiry.state === 'day' ? [m.expiry_note_clock()] : []),
    ...(forecast.trackingKnown ? [] : [m.expiry_note_tracking()]),
  ]
}
