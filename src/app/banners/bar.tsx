import type { ReactNode } from 'react'
import { Icon, type IconName } from '#/ui/icon.tsx'

export const Bar = ({
  icon,
  tone = 'warning',
  title,
  children,
  actions,
}: {
  icon: IconName
  tone?: 'warning' | 'accent'
  title: ReactNode
  children?: ReactNode
  actions?: ReactNode
}) => (
  <div
    className={`flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-4 py-2 text-13 ${tone === 'warning' ? 'bg-warning-soft' : 'bg-selected'}`}
  >
    <Icon name={icon} className={tone === 'warning' ? 'text-warning' : 'text-accent'} />
    <p className="min-w-0 flex-1 basis-64">
      <strong className="font-semibold">{title}</strong> {children}
    </p>
    {actions && <p className="flex flex-wrap items-center gap-2">{actions}</p>}
  </div>
)
