import { classNames } from '#/ui/class-names.ts'
import { Icon, type IconName } from '#/ui/icon.tsx'

const tones = {
  plain: 'border-line-strong text-text-2',
  warning: 'border-transparent bg-warning-soft text-warning',
  missed: 'border-transparent bg-missed-soft text-missed',
}

/** A short word about a thing. One that means something carries its icon. */
export function Badge({
  tone = 'plain',
  icon,
  wraps = false,
  children,
}: {
  tone?: keyof typeof tones
  icon?: IconName | undefined
  /** Two lines if narrow; else truncated. */
  wraps?: boolean
  children: string
}) {
  return (
    <span
      className={classNames(
        'inline-flex max-w-full shrink-0 items-center gap-1 rounded-1 border px-1.5 text-12 font-medium',
        wraps ? 'min-h-5 leading-4.5 whitespace-normal' : 'h-5 whitespace-nowrap',
        icon && 'pl-1',
        tones[tone],
      )}
    >
      {icon && <Icon name={icon} size={14} />}
      <span className={wraps ? 'wrap-anywhere' : 'truncate'}>{children}</span>
    </span>
  )
}
