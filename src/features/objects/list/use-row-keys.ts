import { useEffect, useEffectEvent, type RefObject } from 'react'
import { listKey, type ListKey } from '#/ui/table/list-keys.ts'

/** What a row is opened by. */
const ROW_LINK = 'a[data-to="object"]'

const linksOf = (table: HTMLElement | null) => [
  ...(table?.querySelectorAll<HTMLAnchorElement>(ROW_LINK) ?? []),
]

/**
 * Keys of a list whose rows are all drawn: `j` and `k` carry the focus from one row's link to the next, so that Enter
 * opens it and it is read out; `/` leads to the search.
 */
export const useRowKeys = (
  table: RefObject<HTMLElement | null>,
  search: RefObject<HTMLElement | null>,
): void => {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const links = linksOf(table.current)
    const current = links.findIndex((link) => link.closest('tr')?.contains(document.activeElement))
    const key = listKey(event, { table: table.current, hasCurrent: current >= 0 })
    if (key === null) return
    event.preventDefault()
    const inView = links.findIndex((link) => link.getBoundingClientRect().top > 0)
    const go = (index: number) => links[Math.min(Math.max(index, 0), links.length - 1)]?.focus()
    const actions: Record<ListKey, () => void> = {
      next: () => go(current < 0 ? inView : current + 1),
      previous: () => go(current < 0 ? inView : current - 1),
      first: () => go(0),
      last: () => go(links.length - 1),
      open: () => links[current]?.click(),
      clear: () => document.activeElement instanceof HTMLElement && document.activeElement.blur(),
      find: () => search.current?.focus(),
    }
    actions[key]()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
