import { useLocation, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { m } from '#/i18n/paraglide/messages.js'
import { classNames } from '#/ui/class-names.ts'
import { Icon, type IconName } from '#/ui/icon.tsx'
import { Menu, type MenuItem } from '#/ui/overlay/menu.tsx'
import type { NavigationCount } from '../banners/navigation-count.tsx'
import { PageLink } from '../page-link.tsx'
import { SETTINGS_PAGE, type AppPage } from '../pages.ts'

const tabClass =
  'relative grid place-content-center place-items-center gap-0.5 text-11 font-medium whitespace-nowrap text-text-2 aria-[current]:text-accent forced-colors:aria-[current]:border forced-colors:aria-[current]:border-[Highlight]'

export const TabBar = ({
  pages,
  Count,
}: {
  pages: readonly AppPage[]
  Count: typeof NavigationCount | undefined
}) => (
  <nav aria-label={m.nav_main()} className="frame-tabbar">
    {pages
      .filter((page) => !page.isFurther)
      .map((page) => (
        <PageLink key={page.to} page={page} className={tabClass}>
          <Icon name={page.icon} size={20} />
          {page.label()}
          {Count && <Count page={page.to} narrow />}
        </PageLink>
      ))}
    <MoreTab pages={[...pages.filter((page) => page.isFurther), SETTINGS_PAGE]} Count={Count} />
  </nav>
)

const NO_TOOLS: { readonly ofHeader: MenuItem[]; readonly ofPage: MenuItem[] } = { ofHeader: [], ofPage: [] }

/** By `data-tool` on a button, link or wrapper. */
const ICONS: Readonly<Partial<Record<string, IconName>>> = {
  client: 'clients',
  object: 'objects',
  'go-to': 'search',
  filters: 'filter',
  listen: 'play',
  export: 'download',
  period: 'calendar',
  compare: 'calendar',
  report: 'form',
  menu: 'more',
  overview: 'overview',
  journal: 'journal',
  'chevron-up': 'chevron-up',
  'chevron-down': 'chevron-down',
  sort: 'sort',
  load: 'refresh',
  jump: 'arrow-down',
  alert: 'bell',
  mail: 'mail',
  print: 'form',
  share: 'link',
}

const nameOf = (button: Element): string =>
  button.getAttribute('aria-label') ??
  [...button.childNodes]
    .filter((part) => !(part instanceof HTMLElement && part.hidden))
    .map((part) => part.textContent?.trim())
    .filter(Boolean)
    .join(' ')

/**
 * Phone menu of tools at the top of a page; items press their buttons.
 * @param within header or page
 */
const toolsOf = (within: Element | null): MenuItem[] =>
  [...(within?.querySelectorAll<HTMLElement>('[data-tool]') ?? [])].flatMap((marked, at) => {
    const button = marked.matches('button, a') ? marked : marked.querySelector<HTMLElement>('button, a')
    if (button === null) return []
    const isBlocked = button.getAttribute('aria-disabled') === 'true'
    const reason = document.getElementById(button.getAttribute('aria-describedby') ?? '')
    return {
      id: `tool-${at}`,
      icon: ICONS[marked.dataset['tool'] ?? ''],
      label: nameOf(button),
      disabledReason: isBlocked ? (reason?.textContent ?? '') : undefined,
      onSelect: () => button.click(),
    }
  })

const MoreTab = ({
  pages,
  Count,
}: {
  pages: readonly AppPage[]
  Count: typeof NavigationCount | undefined
}) => {
  const navigate = useNavigate()
  const [tools, setTools] = useState(NO_TOOLS)
  const current = useLocation({ select: ({ pathname }) => pages.some(({ holds }) => holds.test(pathname)) })
  return (
    <Menu
      label={m.nav_more()}
      align="end"
      renderTrigger={(trigger) => (
        <button
          type="button"
          {...trigger}
          onClick={() =>
            setTools({
              ofHeader: toolsOf(document.querySelector('.frame-header')),
              ofPage: toolsOf(document.getElementById('main')),
            })
          }
          aria-current={current ? 'true' : undefined}
          className={classNames(tabClass, 'cursor-default')}
        >
          <Icon name="more" size={20} />
          {m.nav_more()}
          {Count && pages.map(({ to }) => <Count key={to} page={to} narrow />)}
        </button>
      )}
      groups={[
        {
          items: pages.map(({ to, icon, label }) => ({
            id: to,
            icon,
            label: label(),
            onSelect: () => void navigate({ to }),
          })),
        },
        { items: tools.ofHeader },
        ...(tools.ofPage.length > 0 ? [{ label: m.nav_this_page(), items: tools.ofPage }] : []),
      ]}
    />
  )
}
