import { createSignal } from '#/api/transport/watched.ts'

/** Also read by `public/theme.js`, which says it to the document before anything is pressed. */
const STORAGE_KEY = 'callboard.shortcuts'

const changed = createSignal()
export const onKeySwitch = changed.on

/** A request to see all keys: the header shows them. */
export const keysAsked = createSignal()

/** Keys of pages on or off, at once and remembered on the device. */
export const switchKeys = (on: boolean) => {
  const { dataset } = document.documentElement
  if (on) delete dataset['keys']
  else dataset['keys'] = 'off'
  try {
    if (on) localStorage.removeItem(STORAGE_KEY)
    else localStorage.setItem(STORAGE_KEY, 'off')
  } catch {
    // Not kept, but it works until the page is left.
  }
  changed.tell()
}
