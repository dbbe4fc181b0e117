import type { ReactNode } from 'react'

/** Labels and values in two columns; `<Fact>` inside. */
export function FactList({ children }: { children: ReactNode }) {
  return (
    <dl className="grid grid-cols-[112px_minmax(0,1fr)] gap-x-2 gap-y-1 text-13 phone:gap-y-2 phone:text-14">
      {children}
    </dl>
  )
}

export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-text-3">{label}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </>
  )
}

/** Link in running text; padding makes it 24 px high. */
export const textLinkClass =
  'rounded-1 py-1 underline decoration-line-strong underline-offset-3 hover:text-accent hover:decoration-current'

/** Link of a fact's value: at least 24 px wide, as it may be a letter. */
export const valueLinkClass = `${textLinkClass} -my-1 inline-block min-w-6`
