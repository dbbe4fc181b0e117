import type { AppContext } from '#/server/http/exchange.ts'

/** What is wrong with a header that a proxy sets, as the log and the person's page name it. */
export type HeaderProblem = 'repeated' | 'ambiguous_name' | 'too_long' | 'undecodable'

/** What a request says in one header: `value` null where it says nothing that can be used. */
export interface IdentityHeader {
  readonly value: string | null
  readonly problem: HeaderProblem | null
}

const wrong = (problem: HeaderProblem): IdentityHeader => ({ value: null, problem })

/** Node hands bytes on as Latin-1. Visible ASCII, spaces, and bytes that have to be decoded. */
const PRINTABLE = /^[\x20-\x7e\x80-\xff]+$/

/**
 * One header that a proxy sets, as the connection brought it, not decoded yet: Node joins repeated ones by a comma, and
 * proxies differ in what they take `_` for, so a second value and a twin with underscores are both wrong.
 * @param name in small letters
 * @param max characters
 */
export const identityHeader = (c: AppContext, name: string, max: number): IdentityHeader => {
  const all = c.env.incoming?.headersDistinct ?? {}
  for (const other of Object.keys(all))
    if (other !== name && other.replaceAll('_', '-') === name) return wrong('ambiguous_name')
  const values = all[name] ?? []
  const [value] = values
  if (value === undefined) return { value: null, problem: null }
  if (values.length > 1) return wrong('repeated')
  if (value.length > max) return wrong('too_long')
  return PRINTABLE.test(value) ? { value, problem: null } : wrong('undecodable')
}

/** `UTF-8''%D0%90` (RFC 8187, 3.2.1). */
const EXTENDED = /^utf-8'[a-z0-9-]*'([\w!#$&+.^`|~%,-]*)$/i

/** A value that is not ASCII, as proxies send it: encoded by RFC 8187, or as bytes of UTF-8. Null: neither. */
export const decodeHeader = (value: string): string | null => {
  const encoded = EXTENDED.exec(value)?.[1]
  try {
    if (encoded !== undefined) return decodeURIComponent(encoded)
    // A mark of byte order is a character that is not seen: it is not taken away here.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.from(value, 'latin1'))
  } catch {
    return null
  }
}
