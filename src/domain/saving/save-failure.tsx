import { isApiError, type ApiErrorKind } from '#/api/error.ts'
import { errorReference, errorText } from '#/domain/notice/error-text.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Button } from '#/ui/control/button.tsx'
import { Icon } from '#/ui/icon.tsx'

/** Errors after which a write may have succeeded: no readable answer. */
const LOST: readonly ApiErrorKind[] = [
  'network',
  'offline',
  'timeout',
  'unavailable',
  'bad-response',
  'intercepted',
  'aborted',
]

/**
 * Save error of a form. A lost answer isn't called a failure nor retried: no idempotency key is documented. The
 * user can check instead.
 */
export const SaveFailure = ({
  error,
  fieldNames,
  onCheck,
  checking,
}: {
  error: unknown
  fieldNames: readonly string[]
  onCheck: () => void
  checking: boolean
}) => {
  const lost = isApiError(error, ...LOST)
  const fields = isApiError(error) && error.fields ? Object.entries(error.fields) : []
  const elsewhere = fields.filter(([name]) => !fieldNames.includes(name))
  const reference = errorReference(error)
  return (
    <div role="alert" className="grid grid-cols-[16px_minmax(0,1fr)] gap-x-2 text-13">
      <Icon name={lost ? 'help' : 'alert'} className={lost ? 'mt-0.5 text-warning' : 'mt-0.5 text-missed'} />
      <div className="grid justify-items-start gap-1">
        <p className="font-semibold">{lost ? m.save_unknown() : m.not_saved()}</p>
        <p className="text-text-2">
          {lost
            ? m.save_unknown_text()
            : isApiError(error, 'rejected')
              ? m.save_rejected()
              : isApiError(error, 'forbidden')
                ? m.save_forbidden()
                : errorText(error)}
        </p>
        {elsewhere.map(([name, text]) => (
          <p key={name} className="wrap-anywhere text-missed">
            {name}: {text}
          </p>
        ))}
        {reference && <p className="font-mono text-12 wrap-anywhere text-text-3">{reference}</p>}
        {lost && (
          <Button icon="refresh" pending={checking} onClick={onCheck} className="mt-1">
            {m.save_check()}
          </Button>
        )}
      </div>
    </div>
  )
}
