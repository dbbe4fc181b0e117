/** What a key asks of the player: seconds to move by, or speeds up or down. */
export type PlayerCommand =
  | { readonly do: 'toggle' }
  | { readonly do: 'skip'; readonly seconds: number }
  | { readonly do: 'speed'; readonly by: 1 | -1 }

/** What an arrow moves by. */
const ARROW_SECONDS = 5

type Key = Pick<KeyboardEvent, 'key' | 'code' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>

/**
 * Space, arrows, `<` and `>`. Never with Alt, Ctrl or ⌘: those belong to the browser (Alt+← goes back). The two signs
 * are told by their place too, since other layouts have letters there.
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

/** Who types, or is over the page. */
const TYPING =
  'input:not([type=range], [type=checkbox], [type=radio], [type=button]), textarea, select, [contenteditable], dialog, [popover]'
/** Who is pressed by Space. */
const PRESSED =
  'button, summary, input, [role=button], [role=checkbox], [role=radio], [role=switch], [role=tab], [role=option], [role^=menuitem]'
/** Who moves by arrows. */
const MOVED =
  'input, [role=slider], [role=tab], [role=radio], [role=option], [role=listbox], [role=grid], [role^=menu], [role=combobox], [role=spinbutton]'

/** Whether the one that has the focus leaves a command to the player. */
export const isFree = (target: Element, command: PlayerCommand): boolean => {
  if (target.closest(TYPING)) return false
  if (command.do === 'toggle') return !target.closest(PRESSED)
  return command.do === 'speed' || !target.closest(MOVED)
}

/**
 * Where a key on the slider itself leads (the slider pattern of ARIA), in seconds; null: not its key.
 * @param total the recording's length in seconds
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
