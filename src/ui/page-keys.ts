/** Physical keys of letters on non-Latin layouts. */
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

/** A page shortcut; null: modifiers, typing, or an open overlay. */
export const pageKey = (event: KeyboardEvent): string | null => (areKeysOff() ? null : tableKey(event))

/** The same within a table, whose keys work even if page shortcuts are off. */
export const tableKey = (event: KeyboardEvent): string | null =>
  event.shiftKey || !isForPage(event) ? null : latin(event)

/** Page shortcuts are off on this device. */
export const areKeysOff = (): boolean => document.documentElement.dataset['keys'] === 'off'

export const isHelpKey = (event: KeyboardEvent): boolean =>
  event.key === '?' && !areKeysOff() && isForPage(event)

/** Shift+P by physical key if needed. */
export const isPresentKey = (event: KeyboardEvent): boolean =>
  event.shiftKey && latin(event).toLowerCase() === 'p' && !areKeysOff() && isForPage(event)

/** Ctrl+K or ⌘K, also on Russian layouts and while typing, unless another dialog is open. */
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
