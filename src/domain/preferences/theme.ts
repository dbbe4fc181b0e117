import { createStore } from '@tanstack/react-store'

export const THEMES = ['light', 'dark', 'system'] as const
export type Theme = (typeof THEMES)[number]

/** Also read by `public/theme.js` before the first paint. */
const STORAGE_KEY = 'callboard.theme'

export const getTheme = (): Theme => {
  const value = document.documentElement.dataset['theme']
  return value === 'light' || value === 'dark' ? value : 'system'
}

const changes = createStore(0)
export const subscribeTheme = (listener: () => void): (() => void) => changes.subscribe(listener).unsubscribe

export const setTheme = (theme: Theme) => {
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
  try {
    localStorage.setItem(STORAGE_KEY, theme)
  } catch {}
  changes.setState((count) => count + 1)
}
