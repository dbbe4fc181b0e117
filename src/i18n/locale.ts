import { overwriteGetLocale } from './paraglide/runtime.js'

export const LOCALES = ['en', 'ru'] as const
export type Locale = (typeof LOCALES)[number]

/** In its own language. */
export const LOCALE_NAMES = { en: 'English', ru: 'Русский' } as const satisfies Record<Locale, string>

const STORAGE_KEY = 'callboard.language'
/** Language of server-rendered documents. */
export const LANGUAGE_COOKIE = 'callboard-language'
const YEAR_S = 31_536_000

export const isLocale = (value: unknown): value is Locale => LOCALES.some((locale) => locale === value)

/** `ru-RU`, `ru,en;q=0.8`: the first supported language. */
export const localeFor = (languages: string | undefined): Locale =>
  languages?.toLowerCase().startsWith('ru') ? 'ru' : 'en'

const remembered = (): Locale | null => {
  // On the server there is no storage.
  if (!globalThis.document) return null
  try {
    const value = localStorage.getItem(STORAGE_KEY)
    return isLocale(value) ? value : null
  } catch {
    // Storage may be blocked.
    return null
  }
}

const remember = (locale: Locale) => {
  if (!globalThis.document) return
  try {
    localStorage.setItem(STORAGE_KEY, locale)
  } catch {
    // Not kept, but it works until the page is left.
  }
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `${LANGUAGE_COOKIE}=${locale}; Path=/; Max-Age=${YEAR_S}; SameSite=Lax${secure}`
}

/** Set by the server; null: none. */
const sent = (): Locale | null => {
  const lang = globalThis.document?.documentElement.lang
  return isLocale(lang) ? lang : null
}

let current: Locale = remembered() ?? sent() ?? localeFor(globalThis.navigator?.language)
const listeners = new Set<() => void>()
overwriteGetLocale(() => current)

export const getLocale = (): Locale => current

/** Switches and stores the language. */
export const setLocale = (locale: Locale) => {
  current = locale
  remember(locale)
  if (globalThis.document) document.documentElement.lang = locale
  for (const listener of listeners) listener()
}

/** The document's language may differ from the stored one. */
export const beginLocale = (): void => {
  document.documentElement.lang = current
  if (remembered() === current) remember(current)
}

/**
 * Runs in another language, for reports.
 * @param read must be synchronous
 */
export const inLocale = <T>(locale: Locale, read: () => T): T => {
  const before = current
  current = locale
  try {
    return read()
  } finally {
    current = before
  }
}

export const subscribeLocale = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export const worded = (wording: Readonly<Record<Locale, string>>): string => wording[getLocale()]
