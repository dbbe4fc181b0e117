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
  children,
}: {
  tone?: keyof typeof tones
  icon?: IconName | undefined
  children: string
}) {
  return (
    <span
      className={classNames(
        'inline-flex min-h-5 max-w-full shrink-0 items-center gap-1 rounded-1 border px-1.5 text-12 leading-4.5 font-medium whitespace-normal',
        icon && 'pl-1',
        tones[tone],
      )}
    >
      {icon && <Icon name={icon} size={14} />}
      <span className="wrap-anywhere">{children}</span>
    </span>
  )
}
