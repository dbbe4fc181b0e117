/** Schemes a link may have; http and https always may. */
type OtherScheme = 'tel:' | 'mailto:'

/**
 * The one gate for an address that came from outside: only what it lets through becomes a link, all else is shown as
 * text. Relative addresses have no host to name and are refused, and so is a user name before the host, which lets
 * `https://bank.example@evil.example` pass for the bank.
 *
 * @param also schemes allowed besides http and https
 * @returns `href` for the link and `host` for the eye, as the browser's own parser reads them: blanks and control
 *   characters, by which `java\tscript:` hides, are gone
 */
export const safeUrl = (raw: string | null | undefined, also: readonly OtherScheme[] = []): URL | null => {
  const url = raw ? URL.parse(raw) : null
  if (url === null || url.username !== '' || url.password !== '') return null
  const isWeb = url.protocol === 'http:' || url.protocol === 'https:'
  return isWeb || also.some((scheme) => scheme === url.protocol) ? url : null
}

/**
 * What stands after the host, with its Cyrillic readable. It stays encoded when decoding would make blanks, controls or
 * marks that turn the writing direction: what is read must be what is opened.
 */
export const readablePath = (url: URL): string => {
  const path = url.href.slice(url.origin.length)
  try {
    const decoded = decodeURI(path)
    return /[\p{C}\p{Z}]/u.test(decoded) ? path : decoded
  } catch {
    return path
  }
}
