import { formatPhone, phoneHref } from '#/i18n/phone.ts'
import { classNames } from '#/ui/class-names.ts'

const SHOWN = 200

export const PhoneLink = ({
  phone,
  className,
  isFull = false,
}: {
  phone: string
  className?: string
  /** Wraps if needed. */
  isFull?: boolean
}) => {
  const href = phoneHref(phone)
  const shown = (
    <bdi className={isFull ? 'min-w-0 wrap-anywhere' : 'truncate'}>{formatPhone(phone).slice(0, SHOWN)}</bdi>
  )
  return href === null ? (
    <span
      className={classNames(
        'inline-flex min-h-6 max-w-full items-center phone:min-h-10',
        className,
        'no-underline!',
      )}
    >
      {shown}
    </span>
  ) : (
    <a
      href={href}
      className={classNames(
        'inline-flex min-h-6 max-w-full items-center rounded-1 tabular-nums decoration-line-control underline-offset-3 hover:underline phone:min-h-10',
        className,
      )}
    >
      {shown}
    </a>
  )
}
