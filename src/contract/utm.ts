/** A tag of a contact's `utm` line: decoded, name in lower case without `utm_`. */
export interface Tag {
  readonly name: string
  readonly value: string
}

const ORDER = ['source', 'medium', 'campaign', 'content', 'term']

const ESCAPES = /(?:%[0-9a-f]{2})+/gi
const bytesOf = (escapes: string): Uint8Array =>
  Uint8Array.from(escapes.slice(1).split('%'), (hex) => Number.parseInt(hex, 16))

const read = (bytes: Uint8Array, encoding: string, isCut: boolean): string | null => {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: isCut })
  } catch {
    return null
  }
}

/** Older Russian sites encode in windows-1251; only its letters are accepted. */
const readCyrillic = (bytes: Uint8Array): string | null => {
  const text = read(bytes, 'windows-1251', false)
  return text !== null && /^[\p{Script=Cyrillic}\x20-\x7e]+$/u.test(text) ? text : null
}

/** Decodes a run of escapes: UTF-8, even if cut within a character, else windows-1251, else unchanged. */
const decodeEscapes = (escapes: string): string => {
  const bytes = bytesOf(escapes)
  return read(bytes, 'utf-8', false) ?? (read(bytes, 'utf-8', true) || readCyrillic(bytes)) ?? escapes
}

/** `+` is a space in the outer encoding only. */
const decode = (text: string): string => {
  const once = text.replaceAll('+', ' ').replaceAll(ESCAPES, decodeEscapes)
  // A redirect may encode twice: decoded again if all of it is UTF-8.
  try {
    return decodeURIComponent(once)
  } catch {
    return once
  }
}

const queryOf = (address: string): string => {
  const [before = '', hash = ''] = address.split(/#(.*)/s, 2)
  const query = before.split(/\?(.*)/s, 2)[1] ?? ''
  return query.includes('=') ? query : hash.replace(/^[^?]*\?/, '')
}

const isAddress = (line: string) => /^(?:[a-z][a-z0-9+.-]*:)?\/\//i.test(line) || /^\/?[^=&]*\?/.test(line)

const tagOf = (name: string, value: string): Tag => ({
  name: name.trim().toLowerCase().replace(/^utm_/, ''),
  value,
})

const fromJson = (line: string): Tag[] => {
  try {
    const parsed: unknown = JSON.parse(line)
    if (typeof parsed !== 'object' || parsed === null) return []
    return Object.entries(parsed).flatMap(([name, value]) =>
      typeof value === 'string' || typeof value === 'number' ? [tagOf(name, String(value))] : [],
    )
  } catch {
    return []
  }
}

const fromLine = (text: string): Tag[] => {
  const whole = !text.includes('=') && /%3d/i.test(text) ? text.replaceAll(ESCAPES, decodeEscapes) : text
  const line = whole.replaceAll(/&(?:amp|#38|#x26);/gi, '&')
  const query = isAddress(line) ? queryOf(line) : line
  return query
    .replace(/^[?&#]+/, '')
    .split('&')
    .flatMap((part) => {
      const equals = part.indexOf('=')
      const name = decode(part.slice(0, Math.max(0, equals)))
      return name.trim() === '' ? [] : [tagOf(name, decode(part.slice(equals + 1)))]
    })
}

/**
 * Splits the `utm` field of a call (API document 2.5) into tags, the five usual ones first. Accepts `name=value` lists, with or
 * without `?`, addresses, and JSON; names are case-insensitive, parts without a value are dropped. Empty: show the raw line.
 */
export const splitUtm = (utm: string | null): readonly Tag[] => {
  const line = (utm ?? '').trim()
  const tags = line.startsWith('{') ? fromJson(line) : fromLine(line)
  const place = ({ name }: Tag) => {
    const index = ORDER.indexOf(name)
    return index < 0 ? ORDER.length : index
  }
  return tags.toSorted((a, b) => place(a) - place(b))
}

/** A tag's value by its name without `utm_`; null: none, or blank. */
export const utmValue = (utm: string | null, name: string): string | null =>
  splitUtm(utm)
    .find((tag) => tag.name === name && tag.value.trim() !== '')
    ?.value.trim() ?? null
