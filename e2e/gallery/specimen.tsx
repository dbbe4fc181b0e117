import type { ReactNode } from 'react'
import { classNames } from '#/ui/class-names.ts'
import { Section } from '#/ui/data/section.tsx'

export const Part = ({
  title,
  columns = 2,
  children,
}: {
  title: string
  columns?: 2 | 3
  children: ReactNode
}) => (
  <Section title={title} className="mt-6">
    <div
      className={classNames(
        'mt-1 grid items-start gap-x-12',
        columns === 2 ? 'desk:grid-cols-2' : 'desk:grid-cols-3',
      )}
    >
      {children}
    </div>
  </Section>
)

/** `note`: what isn't visible. */
export const Specimen = ({
  title,
  note,
  children,
}: {
  title: string
  note?: string
  children: ReactNode
}) => (
  <div className="grid min-w-0 gap-3 border-t border-line-strong pt-3 pb-5 desk:grid-cols-[112px_minmax(0,1fr)]">
    <h3 className="text-13 text-text-2">{title}</h3>
    <div className="grid min-w-0 content-start gap-3">
      {children}
      {note !== undefined && <p className="text-12 text-text-3">{note}</p>}
    </div>
  </div>
)

export const Row = ({ className, children }: { className?: string; children: ReactNode }) => (
  <div className={classNames('flex min-w-0 flex-wrap items-center gap-x-4 gap-y-2', className)}>
    {children}
  </div>
)
