import { rateText, useGate } from '#/domain/notice/rate-notice.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Icon } from '#/ui/icon.tsx'

export const RateBar = () => {
  const seconds = useGate()
  if (seconds === 0) return null
  return (
    <p className="flex items-center gap-2 border-b border-line bg-raised px-4 py-2 text-13">
      <Icon name="clock" className="text-warning" />
      {/* Announced once, not every second. */}
      <span className="sr-only">{m.error_rate_limited()}</span>
      <span aria-hidden="true" className="tabular-nums">
        {rateText(seconds)}
      </span>
    </p>
  )
}
