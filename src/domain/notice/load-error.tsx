import { isApiError } from '#/api/error.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Button } from '#/ui/control/button.tsx'
import { StateMessage } from '#/ui/state/state-message.tsx'
import { rateText, useGate } from './rate-notice.ts'
import { errorReference, errorText } from './error-text.ts'
import { useFocusPassedOn } from './use-focus-passed-on.ts'

/** Load error in place; the rest of the screen continues. */
export const LoadError = ({
  error,
  title = m.error_part_title(),
  level = 2,
  onRetry,
  className = 'px-4',
}: {
  error: unknown
  title?: string
  level?: 1 | 2 | 3
  onRetry?: () => void
  className?: string
}) => {
  const reference = errorReference(error)
  const seconds = useGate()
  const waits = seconds > 0 && isApiError(error, 'rate-limited')
  const offline = isApiError(error, 'offline', 'network', 'captive-portal')
  const alert = useFocusPassedOn<HTMLDivElement>()
  return (
    <div ref={alert} role="alert" className={className}>
      <StateMessage
        icon={offline ? 'offline' : 'cloud-off'}
        tone="missed"
        title={title}
        level={level}
        actions={
          onRetry && (
            <Button icon="refresh" disabledReason={waits ? rateText(seconds) : undefined} onClick={onRetry}>
              {m.retry()}
            </Button>
          )
        }
      >
        <p className="wrap-anywhere">{waits ? rateText(seconds) : errorText(error)}</p>
        {reference && <p className="mt-1 font-mono text-12 text-text-3">{reference}</p>}
      </StateMessage>
    </div>
  )
}
