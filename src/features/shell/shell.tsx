import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { ClientSwitcher } from '#/features/agency/client-switcher.tsx'
import { m } from '#/i18n/paraglide/messages.js'
import { BrandMark } from '#/ui/brand-mark.tsx'
import { classNames } from '#/ui/class-names.ts'
import { Icon } from '#/ui/icon.tsx'
import { ToastRegion } from '#/ui/toast.tsx'
import { AccountMenu, LanguageMenu, ThemeMenu } from './account-menu.tsx'
import { pagesFor } from './pages.ts'
import { useSignedIn } from './use-signed-in.ts'

/** The frame of every signed-in page: rail, header, content; on a phone a bar of tabs below. */
export const Shell = () => {
  const { session } = useSignedIn()
  const [narrow, setNarrow] = useState(false)
  const pages = pagesFor(session)
  const main = useMainFocus()
  return (
    <div className={classNames('frame', narrow && 'frame-narrow')}>
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:fixed focus:z-toast focus:m-2 focus:rounded-2 focus:bg-raised focus:p-2 focus:shadow-float"
      >
        {m.skip_to_content()}
      </a>
      <nav aria-label={m.nav_main()} className="frame-rail">
        <Link to="/" className="flex h-bar items-center gap-2 rounded-2 px-2 text-15 font-semibold">
          <BrandMark />
          <span className={narrow ? 'sr-only' : undefined}>Callboard</span>
        </Link>
        <div className="grid gap-0.5">
          {pages.map(({ to, icon, label }) => (
            <Link
              key={to}
              to={to}
              title={narrow ? label() : undefined}
              activeProps={{ className: 'bg-raised text-text ring-1 ring-line [&>svg]:text-accent' }}
              inactiveProps={{ className: 'text-text-2 hover:bg-press' }}
              className="flex h-8 items-center gap-3 rounded-2 px-2 text-13 font-medium"
            >
              <Icon name={icon} />
              <span className={narrow ? 'sr-only' : undefined}>{label()}</span>
            </Link>
          ))}
        </div>
        <div className="mt-auto grid gap-0.5">
          <LanguageMenu narrow={narrow} />
          <button
            type="button"
            aria-expanded={!narrow}
            onClick={() => setNarrow(!narrow)}
            className="flex h-8 items-center gap-3 rounded-2 px-2 text-13 text-text-2 hover:bg-press"
          >
            <Icon name="collapse" />
            <span className={narrow ? 'sr-only' : undefined}>
              {narrow ? m.rail_expand() : m.rail_collapse()}
            </span>
          </button>
        </div>
      </nav>
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] grid-rows-[auto_minmax(0,1fr)]">
        <header className="frame-header">
          <Link
            to="/"
            aria-label="Callboard"
            className="desk:hidden grid size-10 place-items-center rounded-2"
          >
            <BrandMark />
          </Link>
          {session.user?.is_agency_manager && <ClientSwitcher />}
          <div className="ml-auto flex items-center gap-1">
            {session.sample && (
              <span title={m.sample_data_title()} className="mr-2 text-12 whitespace-nowrap text-text-3">
                {m.sample_data()}
              </span>
            )}
            <ThemeMenu />
            <AccountMenu />
          </div>
        </header>
        <main id="main" ref={main} tabIndex={-1} className="min-w-0 outline-none">
          <Outlet />
        </main>
      </div>
      <nav aria-label={m.nav_main()} className="frame-tabbar">
        {pages.map(({ to, icon, label }) => (
          <Link
            key={to}
            to={to}
            activeProps={{ className: 'text-accent' }}
            inactiveProps={{ className: 'text-text-2' }}
            className="grid place-content-center place-items-center gap-0.5 text-11 font-medium"
          >
            <Icon name={icon} size={20} />
            {label()}
          </Link>
        ))}
      </nav>
      <ToastRegion dismissLabel={m.dismiss()} />
    </div>
  )
}

/** After a move to another page the focus goes to its content, so that a screen reader starts there; not on arrival. */
const useMainFocus = () => {
  const main = useRef<HTMLElement>(null)
  const pathname = useLocation({ select: (location) => location.pathname })
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    main.current?.focus({ preventScroll: true })
  }, [pathname])
  return main
}
