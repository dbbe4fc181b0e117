export type PlayerCommand =
  | { readonly do: 'toggle' }
  | { readonly do: 'skip'; readonly seconds: number }
  | { readonly do: 'speed'; readonly by: 1 | -1 }

/** Seconds per arrow key. */
const ARROW_SECONDS = 5

type Key = Pick<KeyboardEvent, 'key' | 'code' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>

/**
 * Space, arrows, `<` and `>`, without modifiers (Alt+← is the browser's Back). Physical codes, since layouts
 * differ.
 */
export const commandOf = ({ key, code, altKey, ctrlKey, metaKey, shiftKey }: Key): PlayerCommand | null => {
  if (altKey || ctrlKey || metaKey) return null
  if (key === '<' || (shiftKey && code === 'Comma')) return { do: 'speed', by: -1 }
  if (key === '>' || (shiftKey && code === 'Period')) return { do: 'speed', by: 1 }
  if (shiftKey) return null
  if (key === ' ') return { do: 'toggle' }
  if (key === 'ArrowLeft') return { do: 'skip', seconds: -ARROW_SECONDS }
  if (key === 'ArrowRight') return { do: 'skip', seconds: ARROW_SECONDS }
  return null
}

const TYPING =
  'input:not([type=range], [type=checkbox], [type=radio], [type=button]), textarea, select, [contenteditable], dialog, [popover]'
const PRESSED =
  'button, summary, input, [role=button], [role=checkbox], [role=radio], [role=switch], [role=tab], [role=option], [role^=menuitem]'
const MOVED =
  'input, [role=slider], [role=tab], [role=radio], [role=option], [role=listbox], [role=grid], [role^=menu], [role=combobox], [role=spinbutton]'

/** Whether the focused element doesn't use the key itself. */
export const isFree = (target: Element, command: PlayerCommand): boolean => {
  if (target.closest(TYPING)) return false
  if (command.do === 'toggle') return !target.closest(PRESSED)
  return command.do === 'speed' || !target.closest(MOVED)
}

/**
 * Target of a key on the slider (ARIA slider pattern), seconds; null: other keys.
 * @param total seconds
 */
export const slideTo = (
  { key, altKey, ctrlKey, metaKey }: Pick<Key, 'key' | 'altKey' | 'ctrlKey' | 'metaKey'>,
  position: number,
  total: number,
): number | null => {
  if (altKey || ctrlKey || metaKey) return null
  const to: Readonly<Record<string, number>> = {
    ArrowRight: position + ARROW_SECONDS,
    ArrowUp: position + ARROW_SECONDS,
    ArrowLeft: position - ARROW_SECONDS,
    ArrowDown: position - ARROW_SECONDS,
    PageUp: position + total / 10,
    PageDown: position - total / 10,
    Home: 0,
    End: total,
  }
  const wanted = Object.hasOwn(to, key) ? to[key] : undefined
  return wanted === undefined ? null : Math.min(Math.max(wanted, 0), total)
}
