/** http and https are always allowed. */
type OtherScheme = 'tel:' | 'mailto:'

export const safeUrl = (raw: string | null | undefined, also: readonly OtherScheme[] = []): URL | null => {
  const url = raw ? URL.parse(raw) : null
  if (url === null || url.username !== '' || url.password !== '') return null
  const isWeb = url.protocol === 'http:' || url.protocol === 'https:'
  return isWeb || also.some((scheme) => scheme === url.protocol) ? url : null
}

/** Path and query with readable Cyrillic; stays encoded if decoding would produce blanks, controls or bidi marks. */
export const readablePath = (url: URL): string => {
  const path = url.href.slice(url.origin.length)
  try {
    const decoded = decodeURI(path)
    return /[\p{C}\p{Z}]/u.test(decoded) ? path : decoded
  } catch {
    return path
  }
}
