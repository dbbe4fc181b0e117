import { parse } from 'hono/utils/cookie'
import { isLocale, LANGUAGE_COOKIE, localeFor, type Locale } from '#/i18n/locale.ts'

/** In which language a document is sent: as was chosen on this device, or as the browser asks for. */
export const languageOf = (headers: Headers): Locale => {
  const chosen = parse(headers.get('cookie') ?? '', LANGUAGE_COOKIE)[LANGUAGE_COOKIE]
  return isLocale(chosen) ? chosen : localeFor(headers.get('accept-language') ?? undefined)
}
