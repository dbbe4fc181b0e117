import { useSyncExternalStore } from 'react'
import { gateSeconds, onGate } from '#/api/transport/rate-gate.ts'
import { formatDuration } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Icon } from '#/ui/icon.tsx'

/** Seconds until this page asks again; 0: it may. */
export const useGate = (): number => useSyncExternalStore(onGate, gateSeconds)

export const rateText = (seconds: number): string => m.rate_wait({ time: formatDuration(seconds) ?? '' })

/** Above the page while the service wants to be left alone: one line for everything that waits. */
export const RateNotice = () => {
  const seconds = useGate()
  return (
    <div role="status" className="empty:hidden">
      {seconds > 0 && (
        <p className="flex items-center gap-2 border-b border-line bg-raised px-4 py-2 text-13">
          <Icon name="clock" className="text-warning" />
          {/* Read out once, not every second. */}
          <span className="sr-only">{m.error_rate_limited()}</span>
          <span aria-hidden="true" className="tabular-nums">
            {rateText(seconds)}
          </span>
        </p>
      )}
    </div>
  )
}
