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
/** Where the letters would be on a keyboard that has others there, as the Russian one. */
const PLACES: Readonly<Record<string, string>> = { KeyJ: 'j', KeyK: 'k', Slash: '/' }

/** The character of a key; on a layout without Latin letters that of its place. */
const latin = ({ key, code }: KeyboardEvent): string =>
  /^[ -~]$/.test(key) && !(key === '.' && code === 'Slash') ? key : (PLACES[code] ?? key)

const TYPED_INTO =
  'input:not([type="checkbox"], [type="radio"]), select, textarea, [contenteditable=""], [contenteditable="true"]'
const PRESSED = 'a, button, input, summary, [role="separator"]'
const OVER_THE_PAGE = '[popover="auto"]:popover-open, dialog:modal'

/**
 * What a key does in the journal. Null for what is somebody else's: keys with modifiers, those typed into a field, and
 * all while something is open over the page.
 */
export const journalKey = (
  event: KeyboardEvent,
  { table, hasCurrent }: { table: Element | null; hasCurrent: boolean },
): JournalKey | null => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return null
  const target = event.target instanceof Element ? event.target : null
  if (target?.closest(TYPED_INTO) || document.querySelector(OVER_THE_PAGE)) return null
  const anywhere = ANYWHERE[latin(event)]
  if (anywhere) return anywhere
  const isInTable = target !== null && table?.contains(target) === true
  if (isInTable && IN_TABLE[event.key]) return IN_TABLE[event.key] ?? null
  if (!hasCurrent || !(isInTable || target === document.body)) return null
  if (event.key === 'Escape') return 'clear'
  return event.key === 'Enter' && !target.closest(PRESSED) ? 'open' : null
}
