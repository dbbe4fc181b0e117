import { Link, useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { AppPage } from './pages.ts'
import { linkTo, type NavigationContext } from './navigation-context.ts'

/**
 * Navigation link with the shared filters. The page decides what is current: the router would mark "Objects" on a
 * journal.
 */
export const PageLink = ({
  page,
  visit: { context, today },
  className,
  children,
}: {
  page: AppPage
  visit: NavigationContext
  className: string
  children: ReactNode
}) => {
  const current = useLocation({ select: ({ pathname }) => page.holds.test(pathname) })
  return (
    <Link
      {...linkTo(page.to, context, today)}
      title={page.label()}
      activeOptions={{ exact: true, includeSearch: false }}
      aria-current={current ? 'page' : undefined}
      className={className}
    >
      {children}
    </Link>
  )
}
