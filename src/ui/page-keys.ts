/** Where the letters would be on a keyboard that has others there, as the Russian one. */
const PLACES: Readonly<Record<string, string>> = {
  KeyC: 'c',
  KeyJ: 'j',
  KeyK: 'k',
  KeyM: 'm',
  KeyN: 'n',
  KeyP: 'p',
  KeyX: 'x',
  Slash: '/',
}

/** The character of a key; on a layout without Latin letters that of its place. */
const latin = ({ key, code }: KeyboardEvent): string =>
  /^[ -~]$/.test(key) && !(key === '.' && code === 'Slash') ? key : (PLACES[code] ?? key)

const TYPED_INTO =
  'input:not([type="checkbox"], [type="radio"], [type="range"]), select, textarea, [contenteditable=""], [contenteditable="true"]'
const OVER_THE_PAGE = '[popover="auto"]:popover-open, dialog:modal'

/**
 * A key that belongs to the page as a whole. Null for keys handled elsewhere: keys with modifiers, those typed into a
 * field, and all while something is open over the page.
 */
export const pageKey = (event: KeyboardEvent): string | null => (areKeysOff() ? null : tableKey(event))

/** The same for what has the focus in a table: its own keys go on working where those of pages are off. */
export const tableKey = (event: KeyboardEvent): string | null =>
  event.shiftKey || !isForPage(event) ? null : latin(event)

/** The person wants no keys of pages on this device. */
export const areKeysOff = (): boolean => document.documentElement.dataset['keys'] === 'off'

/** `?`, which takes Shift on most layouts. */
export const isHelpKey = (event: KeyboardEvent): boolean =>
  event.key === '?' && !areKeysOff() && isForPage(event)

/** Shift and P, wherever the letter is on this keyboard. */
export const isPresentKey = (event: KeyboardEvent): boolean =>
  event.shiftKey && latin(event).toLowerCase() === 'p' && !areKeysOff() && isForPage(event)

/** Ctrl K or ⌘ K, also where that key is л, and while one types. Another dialog that is open is answered first. */
export const isGoToKey = ({
  key,
  ctrlKey,
  metaKey,
  altKey,
  shiftKey,
  defaultPrevented,
}: KeyboardEvent): boolean =>
  (ctrlKey || metaKey) &&
  !areKeysOff() &&
  !altKey &&
  !shiftKey &&
  !defaultPrevented &&
  'kл'.includes(key.toLowerCase()) &&
  !document.querySelector('dialog:modal')

const isForPage = (event: KeyboardEvent): boolean => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false
  const target = event.target instanceof Element ? event.target : null
  return !target?.closest(TYPED_INTO) && !document.querySelector(OVER_THE_PAGE)
}
