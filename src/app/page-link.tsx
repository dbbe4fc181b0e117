import { Link, useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useLinkTo } from '#/domain/navigation-context.ts'
import type { AppPage } from './pages.ts'

/**
 * Navigation link with the shared filters. The page decides what is current: the router would mark "Objects" on a
 * journal.
 */
export const PageLink = ({
  page,
  className,
  children,
}: {
  page: AppPage
  className: string
  children: ReactNode
}) => {
  const linkTo = useLinkTo()
  const current = useLocation({ select: ({ pathname }) => page.holds.test(pathname) })
  return (
    <Link
      {...linkTo(page.to)}
      title={page.label()}
      activeOptions={{ exact: true, includeSearch: false }}
      aria-current={current ? 'page' : undefined}
      className={className}
    >
      {children}
    </Link>
  )
}
