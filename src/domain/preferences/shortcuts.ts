import { createStore } from '@tanstack/react-store'

/** Also read by `public/theme.js` before the app starts. */
const STORAGE_KEY = 'callboard.shortcuts'

const changes = createStore(0)
export const onKeySwitch = (listener: () => void): (() => void) => changes.subscribe(listener).unsubscribe

const helpRequests = createStore(0)
export const onShortcutHelp = (listener: () => void): (() => void) =>
  helpRequests.subscribe(listener).unsubscribe
export const requestShortcutHelp = (): void => helpRequests.setState((count) => count + 1)

export const switchKeys = (on: boolean) => {
  const { dataset } = document.documentElement
  if (on) delete dataset['keys']
  else dataset['keys'] = 'off'
  try {
    if (on) localStorage.removeItem(STORAGE_KEY)
    else localStorage.setItem(STORAGE_KEY, 'off')
  } catch {}
  changes.setState((count) => count + 1)
}
