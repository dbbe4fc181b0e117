import { Link, useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { AppPage } from './pages.ts'

/** The router would mark "Objects" on an object's journal: which entry is current is the page's own say. */
export const PageLink = ({
  page,
  className,
  children,
}: {
  page: AppPage
  className: string
  children: ReactNode
}) => {
  const current = useLocation({ select: ({ pathname }) => page.holds.test(pathname) })
  return (
    <Link
      to={page.to}
      title={page.label()}
      activeOptions={{ exact: true, includeSearch: false }}
      aria-current={current ? 'page' : undefined}
      className={className}
    >
      {children}
    </Link>
  )
}
