import { createSignal } from '#/api/transport/watched.ts'

export const THEMES = ['light', 'dark', 'system'] as const
export type Theme = (typeof THEMES)[number]

/** Also read by `public/theme.js` before the first paint. */
const STORAGE_KEY = 'callboard.theme'

export const getTheme = (): Theme => {
  const value = document.documentElement.dataset['theme']
  return value === 'light' || value === 'dark' ? value : 'system'
}

const changed = createSignal()
export const subscribeTheme = changed.on

export const setTheme = (theme: Theme) => {
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
  try {
    localStorage.setItem(STORAGE_KEY, theme)
  } catch {}
  changed.tell()
}
