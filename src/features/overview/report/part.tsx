import type { ReactNode } from 'react'
import { classNames } from '#/ui/class-names.ts'

/** A part of the page under its heading. */
export const ReportPart = ({
  title,
  note,
  className,
  children,
}: {
  title: string
  note?: ReactNode
  className?: string
  children: ReactNode
}) => (
  <section className={classNames('min-w-0 border-t border-line pt-2', className)}>
    <div className="flex flex-wrap items-baseline gap-x-2">
      <h3 className="text-13">{title}</h3>
      {note !== undefined && <p className="text-11 text-text-3">{note}</p>}
    </div>
    {children}
  </section>
)
