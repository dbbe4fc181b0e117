import type { ReactNode } from 'react'
import { classNames } from '#/ui/class-names.ts'

export const ReportPart = ({
  title,
  note,
  aside,
  className,
  children,
}: {
  title: string
  note?: ReactNode
  aside?: ReactNode
  className?: string
  children: ReactNode
}) => (
  <section className={classNames('min-w-0 border-t border-line pt-2.5', className)}>
    <div className="flex flex-wrap items-baseline gap-x-2">
      <h3 className="text-13">{title}</h3>
      {note !== undefined && note !== '' && (
        <p className="line-clamp-2 min-w-0 text-11 wrap-anywhere text-text-3">{note}</p>
      )}
      {aside !== undefined && <p className="ml-auto text-11 text-text-2 tabular-nums">{aside}</p>}
    </div>
    {children}
  </section>
)
