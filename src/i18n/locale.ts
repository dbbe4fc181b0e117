import { overwriteGetLocale } from './paraglide/runtime.js'

export const LOCALES = ['en', 'ru'] as const
export type Locale = (typeof LOCALES)[number]

/** Each language in its own words. */
export const LOCALE_NAMES = { en: 'English', ru: 'Русский' } as const satisfies Record<Locale, string>

const STORAGE_KEY = 'callboard.language'
/** Tells the server in which language to send the document; it says nothing else. */
export const LANGUAGE_COOKIE = 'callboard-language'
const YEAR_S = 31_536_000

export const isLocale = (value: unknown): value is Locale => LOCALES.some((locale) => locale === value)

/** What a reader of these languages gets, the best liked first: `ru-RU`, `ru,en;q=0.8`. */
export const localeFor = (languages: string | undefined): Locale =>
  languages?.toLowerCase().startsWith('ru') ? 'ru' : 'en'

const remembered = (): Locale | null => {
  // A server reads dates with the page's words, and has no storage: Node complains when it is asked for.
  if (!globalThis.document) return null
  try {
    const value = localStorage.getItem(STORAGE_KEY)
    return isLocale(value) ? value : null
  } catch {
    // Storage may be absent or forbidden; the document's language decides then.
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

/** The document's language, which our server sets from the cookie or the browser's languages; null: not set. */
const sent = (): Locale | null => {
  const lang = globalThis.document?.documentElement.lang
  return isLocale(lang) ? lang : null
}

let current: Locale = remembered() ?? sent() ?? localeFor(globalThis.navigator?.language)
const listeners = new Set<() => void>()
overwriteGetLocale(() => current)

export const getLocale = (): Locale => current

/** Switches every text at once and remembers the choice on the device. */
export const setLocale = (locale: Locale) => {
  current = locale
  remember(locale)
  if (globalThis.document) document.documentElement.lang = locale
  for (const listener of listeners) listener()
}

/** The document may have come in another language than is chosen here: its request did not say. */
export const beginLocale = (): void => {
  document.documentElement.lang = current
  if (remembered() === current) remember(current)
}

/**
 * Reads words in a language that is not the page's: a report for another reader. Nothing is stored or announced.
 * @param read synchronous: what it does later is in the page's language again
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

/** What is written in each language, in the one on screen. */
export const worded = (wording: Readonly<Record<Locale, string>>): string => wording[getLocale()]
