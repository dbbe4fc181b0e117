import { useId, type ReactNode } from 'react'

export const Part = ({
  title,
  note,
  className,
  children,
}: {
  title: string
  /** A few words at the end of the heading's line. */
  note?: ReactNode
  className: string
  children: ReactNode
}) => {
  const id = useId()
  return (
    <section aria-labelledby={id} className={className}>
      <header className="live-part-head">
        <h2 id={id}>{title}</h2>
        {note !== undefined && <p className="live-note tabular-nums">{note}</p>}
      </header>
      {children}
    </section>
  )
}
