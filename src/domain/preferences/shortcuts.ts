import { createSignal } from '#/api/transport/watched.ts'

/** Also read by `public/theme.js` before the app starts. */
const STORAGE_KEY = 'callboard.shortcuts'

const changed = createSignal()
export const onKeySwitch = changed.on

export const shortcutHelpRequests = createSignal()

export const switchKeys = (on: boolean) => {
  const { dataset } = document.documentElement
  if (on) delete dataset['keys']
  else dataset['keys'] = 'off'
  try {
    if (on) localStorage.removeItem(STORAGE_KEY)
    else localStorage.setItem(STORAGE_KEY, 'off')
  } catch {}
  changed.tell()
}
