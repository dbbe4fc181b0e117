import { type ReactNode, createElement } from 'react'
import { classNames } from '#/ui/class-names.ts'
import { Icon, type IconName } from '#/ui/icon.tsx'
import { type Tone, toneText } from '#/ui/data/status.tsx'

export type StateMessageProps = {
  icon: IconName
  tone?: Tone
  title: string
  /** Heading level. */
  level?: 1 | 2 | 3
  /** What happened and what to do. */
  children?: ReactNode
  actions?: ReactNode
  className?: string | undefined
}

export function StateMessage({
  icon,
  tone = 'neutral',
  title,
  level = 3,
  children,
  actions,
  className,
}: StateMessageProps) {
  return (
    <div className={classNames('grid grid-cols-[16px_minmax(0,1fr)] gap-3 py-5', className)}>
      <Icon name={icon} className={classNames('mt-0.5', toneText[tone])} />
      <div>
        {createElement(`h${level}`, { className: 'text-14' }, title)}
        {children !== undefined && <div className="mt-1 max-w-[44ch] text-13 text-text-2">{children}</div>}
        {actions !== undefined && <div className="mt-3 flex flex-wrap items-center gap-2">{actions}</div>}
      </div>
    </div>
  )
}
