import type { ReactNode } from 'react'
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

interface Check {
  readonly onCheck: () => void
  readonly isChecking: boolean
}

/**
 * Save error of a form. A lost answer isn't called a failure nor retried: no idempotency key is documented. The
 * user can check instead.
 */
export const SaveFailure = ({
  error,
  fieldNames,
  check,
}: {
  error: unknown
  fieldNames: readonly string[]
  check: Check
}) => {
  const lost = isApiError(error, ...LOST)
  const fields = isApiError(error) && error.fields ? Object.entries(error.fields) : []
  const elsewhere = fields.filter(([name]) => !fieldNames.includes(name))
  return (
    <SaveNotice title={lost ? m.save_unknown() : m.not_saved()} error={error} check={lost ? check : null}>
      <p>
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
    </SaveNotice>
  )
}

/**
 * What became of a save.
 * @param error its reference is shown, for support
 * @param check the result is unknown and can be read; null: it is known
 */
export const SaveNotice = ({
  title,
  error = null,
  check = null,
  children,
}: {
  title: string
  error?: unknown
  check?: Check | null
  children: ReactNode
}) => {
  const reference = errorReference(error)
  return (
    <div role="alert" className="grid grid-cols-[16px_minmax(0,1fr)] gap-x-2 text-13">
      <Icon
        name={check ? 'help' : 'alert'}
        className={check ? 'mt-0.5 text-warning' : 'mt-0.5 text-missed'}
      />
      <div className="grid gap-1 text-text-2">
        <p className="font-semibold text-text">{title}</p>
        {children}
        {reference !== null && <p className="font-mono text-12 wrap-anywhere text-text-3">{reference}</p>}
        {check && (
          <p className="mt-1">
            <Button icon="refresh" pending={check.isChecking} onClick={check.onCheck}>
              {m.save_check()}
            </Button>
          </p>
        )}
      </div>
    </div>
  )
}
