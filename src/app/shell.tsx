import { useQuery } from '@tanstack/react-query'
import { Link, Outlet, useLocation, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef, useState, type ComponentProps, type CSSProperties } from 'react'
import { navBadgesQuery } from '#/api/alerts/nav-badges.ts'
import { ClientSwitcher } from '#/app/client-switcher/client-switcher.tsx'
import { m } from '#/i18n/paraglide/messages.js'
import { BrandMark } from '#/ui/brand-mark.tsx'
import { classNames } from '#/ui/class-names.ts'
import { Icon } from '#/ui/icon.tsx'
import { ToastRegion } from '#/ui/overlay/toast.tsx'
import { ObjectSwitcher } from './object-switcher/object-switcher.tsx'
import { AccountMenu } from './account-menu.tsx'
import { HeaderKeys } from './keys/header-keys.tsx'
import { useIsPhone, useIsTablet } from '#/ui/use-is-phone.ts'
import { useHeight } from '#/ui/use-size.ts'
import { useIdleCode } from '#/ui/use-idle-code.ts'
import { whenPainted } from '#/ui/when-painted.ts'
import { privacyMode } from '#/i18n/privacy-mode.ts'
import type { NavigationCount } from './banners/navigation-count.tsx'
import type { TabBar } from './tab-bar/tab-bar.tsx'
import { PageLink } from './page-link.tsx'
import { HEALTH_PAGE, pagesFor, SETTINGS_PAGE, type AppPage } from './pages.ts'
import { NavigationContext, useNavigationContext } from '#/domain/navigation-context.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { useHiddenFields } from '#/domain/client/hidden-fields.ts'

const fetchBars = () => import('./banners/banners.tsx')

const fetchExpired = () => import('./company-sign-in/expired-bar.tsx')
const atOnce = (run: () => void) => {
  run()
  return () => {}
}

const fetchCounts = () => import('./banners/navigation-count.tsx')

/** In portals only. */
const OwnWindowLink = lazy(async () => ({
  default: (await import('./own-window-link.tsx')).OwnWindowLink,
}))
const fetchTabBar = () => import('./tab-bar/tab-bar.tsx')

const belowBars = (height: number) =>
  ({ '--spacing-bar': `calc(var(--spacing-pagebar) + ${height}px)` }) as CSSProperties

export const Shell = () => (
  <NavigationContext value={useNavigationContext()}>
    <Frame />
  </NavigationContext>
)

/** Layout of signed-in pages; in portals without navigation. */
const Frame = () => {
  const { session } = useSignedIn()
  const isEmbedded = useSearch({ from: '/_app', select: ({ embed }) => embed === '1' })
  // Null: by window width.
  const [chosen, setChosen] = useState<boolean | null>(null)
  const isPhone = useIsPhone()
  const isTablet = useIsTablet()
  const narrow = chosen ?? isTablet
  const ofAccount = pagesFor(session, useHiddenFields())
  const pages = useHasHealthEntry() ? [...ofAccount, HEALTH_PAGE] : ofAccount
  const main = useMainFocus()
  const [aboveHeight, above] = useHeight()
  const bars = useIdleCode(fetchBars)
  const expired = useIdleCode(fetchExpired, whenPainted)
  const counts = useIdleCode(fetchCounts)
  return (
    <div
      className={classNames('frame', isEmbedded ? 'frame-embedded' : narrow ? 'frame-narrow' : 'frame-wide')}
    >
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:fixed focus:z-toast focus:m-2 focus:rounded-2 focus:bg-raised focus:p-2 focus:shadow-float"
      >
        {m.skip_to_content()}
      </a>
      {!isPhone && !isEmbedded && (
        <Rail pages={pages} narrow={narrow} onNarrow={setChosen} Count={counts?.NavigationCount} />
      )}
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] grid-rows-[auto_auto_minmax(0,1fr)]">
        <header className="frame-header">
          {isPhone && !isEmbedded && (
            <Link to="/" aria-label="Callboard" className="grid size-10 place-items-center rounded-2">
              <BrandMark />
            </Link>
          )}
          {session.user?.is_agency_manager && <ClientSwitcher />}
          <ObjectSwitcher className={session.user?.is_agency_manager ? 'phone:hidden' : undefined} />
          <div className="ml-auto flex items-center gap-1">
            {session.sample && (
              <span title={m.sample_data_title()} className="mr-2 text-12 whitespace-nowrap text-text-3">
                {m.sample_data()}
              </span>
            )}
            <HeaderKeys />
            {isEmbedded ? (
              <Suspense fallback={null}>
                <OwnWindowLink />
              </Suspense>
            ) : (
              <AccountMenu />
            )}
          </div>
        </header>
        <div ref={above} className="sticky top-bar z-sticky">
          {privacyMode && <privacyMode.Bar />}
          {expired && <expired.ExpiredBar />}
          {bars && <bars.Banners />}
        </div>
        {/* Sticky content stops below these. */}
        <main
          id="main"
          ref={main}
          tabIndex={-1}
          style={aboveHeight > 0 ? belowBars(aboveHeight) : undefined}
          className="min-w-0 outline-none"
        >
          {/* A retry suspends here: hiding the frame would lose focus. */}
          <Suspense fallback={null}>
            <Outlet />
          </Suspense>
        </main>
      </div>
      {isPhone && !isEmbedded && <PhoneTabs pages={pages} Count={counts?.NavigationCount} />}
      <ToastRegion dismissLabel={m.dismiss()} />
    </div>
  )
}

/** While {@link NavigationCount} or the page knows of problems. */
const useHasHealthEntry = (): boolean => {
  const { scope } = useSignedIn()
  const { data } = useQuery({ ...navBadgesQuery(scope), enabled: false })
  const isCurrent = useLocation({ select: ({ pathname }) => HEALTH_PAGE.holds.test(pathname) })
  return isCurrent || (data?.findings ?? 0) > 0
}

/** Loaded with the page: the window may shrink when offline. */
const PhoneTabs = (props: ComponentProps<typeof TabBar>) => {
  const code = useIdleCode(fetchTabBar, atOnce)
  return code ? <code.TabBar {...props} /> : <div className="frame-tabbar" />
}

const Rail = ({
  pages,
  narrow,
  onNarrow,
  Count,
}: {
  pages: readonly AppPage[]
  narrow: boolean
  onNarrow: (narrow: boolean) => void
  /** Undefined: its code has not come. */
  Count: typeof NavigationCount | undefined
}) => (
  <nav aria-label={m.nav_main()} className="frame-rail">
    <Link to="/" className="flex h-bar items-center gap-2 rounded-2 px-2 text-15 font-semibold">
      <BrandMark />
      <span className={narrow ? 'sr-only' : undefined}>Callboard</span>
    </Link>
    <div className="grid grid-cols-[minmax(0,1fr)] gap-0.5">
      {pages.map((page) => (
        <RailLink key={page.to} page={page} narrow={narrow} Count={Count} />
      ))}
    </div>
    <div className="mt-auto grid gap-0.5">
      <RailLink page={SETTINGS_PAGE} narrow={narrow} />
      <button
        type="button"
        aria-expanded={!narrow}
        onClick={() => onNarrow(!narrow)}
        className="flex h-8 items-center gap-3 rounded-2 px-2 text-13 text-text-2 hover:bg-press"
      >
        <Icon name="collapse" />
        <span className={narrow ? 'sr-only' : undefined}>{narrow ? m.rail_expand() : m.rail_collapse()}</span>
      </button>
    </div>
  </nav>
)

const RailLink = ({
  page,
  narrow,
  Count,
}: {
  page: AppPage
  narrow: boolean
  Count?: typeof NavigationCount | undefined
}) => (
  <PageLink
    page={page}
    className="relative flex min-h-8 items-center gap-3 rounded-2 px-2 text-13 font-medium text-text-2 hover:bg-press aria-[current]:bg-raised aria-[current]:text-text aria-[current]:ring-1 aria-[current]:ring-line aria-[current]:[&>svg]:text-accent touch:min-h-10 forced-colors:aria-[current]:border forced-colors:aria-[current]:border-[Highlight]"
  >
    <Icon name={page.icon} />
    {/* Long labels may use the end, or wrap with letter spacing. */}
    <span className={narrow ? 'sr-only' : '-mr-2 min-w-0 wrap-anywhere'}>{page.label()}</span>
    {Count && <Count page={page.to} narrow={narrow} />}
  </PageLink>
)

const useMainFocus = () => {
  const main = useRef<HTMLElement>(null)
  const pathname = useLocation({ select: (location) => location.pathname })
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    if (document.activeElement?.closest('[data-keeps-focus]')) return
    main.current?.focus({ preventScroll: true })
  }, [pathname])
  return main
}
