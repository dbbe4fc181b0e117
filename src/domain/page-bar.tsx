import type { ReactNode } from 'react'
import { ClientTitle } from '#/domain/client/client-title.tsx'

/** Page header: title, count, tabs and tools. Sets the browser title with the client. `status` is a live region. */
export const PageBar = ({
  title,
  documentTitle = title,
  status,
  children,
  tools,
}: {
  title: string
  documentTitle?: string
  status?: ReactNode
  children?: ReactNode
  tools?: ReactNode
}) => (
  <div className="flex min-h-pagebar shrink-0 flex-wrap items-stretch gap-x-6 border-b border-line px-4 phone:gap-x-3 phone:border-b-0 phone:pt-2">
    <ClientTitle>{documentTitle}</ClientTitle>
    <div
      // Keeps its height if tools wrap.
      className="flex min-w-0 items-baseline gap-3 self-center py-2 phone:grow phone:justify-between phone:py-0"
    >
      <h1 className="text-20 whitespace-nowrap">{title}</h1>
      <p role="status" className="text-13 whitespace-nowrap text-text-2 tabular-nums">
        {status}
      </p>
    </div>
    {children}
    {tools && (
      <div className="ml-auto flex shrink-0 items-center gap-2 max-[1179px]:shrink py-1.5 phone:ml-0 phone:w-full phone:items-end phone:pb-2 phone:has-[[data-line]]:flex-wrap phone:has-[[data-line]]:items-center">
        {tools}
      </div>
    )}
  </div>
)
