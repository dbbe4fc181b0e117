import { pageKey } from '../page-keys.ts'

/** `find` leads to what narrows the list: its filters, or its search. */
export type ListKey = 'next' | 'previous' | 'first' | 'last' | 'open' | 'clear' | 'find'

/** Keys that work wherever the focus is, by the Latin letter on them. */
const ANYWHERE: Readonly<Record<string, ListKey>> = { j: 'next', k: 'previous', '/': 'find' }
/** Keys that belong to whatever has the focus, here the table. */
const IN_TABLE: Readonly<Record<string, ListKey>> = {
  ArrowDown: 'next',
  ArrowUp: 'previous',
  Home: 'first',
  End: 'last',
}
const PRESSED = 'a, button, input, summary, [role="separator"]'

/** What a key does on a page that is a list; null for what is somebody else's. */
export const listKey = (
  event: KeyboardEvent,
  { table, hasCurrent }: { table: Element | null; hasCurrent: boolean },
): ListKey | null => {
  const key = pageKey(event)
  if (key === null) return null
  const anywhere = ANYWHERE[key]
  if (anywhere) return anywhere
  const target = event.target instanceof Element ? event.target : null
  const isInTable = target !== null && table?.contains(target) === true
  if (isInTable && IN_TABLE[event.key]) return IN_TABLE[event.key] ?? null
  if (!hasCurrent || target === null || !(isInTable || target === document.body)) return null
  if (event.key === 'Escape') return 'clear'
  return event.key === 'Enter' && !target.closest(PRESSED) ? 'open' : null
}
