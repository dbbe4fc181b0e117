import { parse } from 'hono/utils/cookie'
import { isLocale, LANGUAGE_COOKIE, localeFor, type Locale } from '#/i18n/locale.ts'

/** The language chosen on this device, else the browser's. */
export const languageOf = (headers: Headers): Locale => {
  const chosen = parse(headers.get('cookie') ?? '', LANGUAGE_COOKIE)[LANGUAGE_COOKIE]
  return isLocale(chosen) ? chosen : localeFor(headers.get('accept-language') ?? undefined)
}
