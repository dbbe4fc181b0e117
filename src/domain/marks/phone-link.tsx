import { formatPhone, phoneHref } from '#/i18n/phone.ts'
import { classNames } from '#/ui/class-names.ts'

const SHOWN = 200

/** A caller's number as it is read everywhere, and a press away from being dialled where it can be. */
export const PhoneLink = ({ phone, className }: { phone: string; className?: string }) => {
  const href = phoneHref(phone)
  const shown = <bdi className="truncate">{formatPhone(phone).slice(0, SHOWN)}</bdi>
  return href === null ? (
    <span className={classNames('inline-flex max-w-full', className)}>{shown}</span>
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
