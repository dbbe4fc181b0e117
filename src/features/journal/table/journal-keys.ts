import { pageKey } from '#/features/shell/page-keys.ts'

export type JournalKey = 'next' | 'previous' | 'first' | 'last' | 'open' | 'clear' | 'filters'

/** Keys that work wherever the focus is, by the Latin letter on them. */
const ANYWHERE: Readonly<Record<string, JournalKey>> = { j: 'next', k: 'previous', '/': 'filters' }
/** Keys that belong to whatever has the focus, here the table. */
const IN_TABLE: Readonly<Record<string, JournalKey>> = {
  ArrowDown: 'next',
  ArrowUp: 'previous',
  Home: 'first',
  End: 'last',
}
const PRESSED = 'a, button, input, summary, [role="separator"]'

/** What a key does in the journal; null for what is somebody else's. */
export const journalKey = (
  event: KeyboardEvent,
  { table, hasCurrent }: { table: Element | null; hasCurrent: boolean },
): JournalKey | null => {
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
