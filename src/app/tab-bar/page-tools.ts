import type { IconName } from '#/ui/icon.tsx'
import type { MenuItem } from '#/ui/overlay/menu.tsx'

/** By what `data-tool` of a button or link says; one that wraps it will do. */
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

/** What is read out of it, but for why it cannot be pressed. */
const nameOf = (button: Element): string =>
  button.getAttribute('aria-label') ??
  [...button.childNodes]
    .filter((part) => !(part instanceof HTMLElement && part.hidden))
    .map((part) => part.textContent?.trim())
    .filter(Boolean)
    .join(' ')

/**
 * What is offered at the top of a screen, where no thumb reaches, as items of a menu at its foot. Each presses the button it
 * stands for, which alone knows what happens then.
 * @param within the header or the page
 */
export const toolsOf = (within: Element | null): MenuItem[] =>
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
