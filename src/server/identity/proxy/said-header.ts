import type { AppContext } from '#/server/http/exchange.ts'

/** What a request says in one header: `value` null where it says nothing, or `isWrong` where it says more than one thing. */
export interface SaidHeader {
  readonly value: string | null
  readonly isWrong: boolean
}

/** Visible ASCII and spaces: no control characters, and nothing that a proxy and we might read in two ways. */
const PLAIN = /^[\x20-\x7e]+$/
const WRONG: SaidHeader = { value: null, isWrong: true }

/**
 * One header that a proxy sets, as the connection brought it: Node joins repeated ones by a comma, and proxies differ in
 * what they take `_` for, so a second value and a twin with underscores are both wrong.
 * @param name in small letters
 * @param max characters
 */
export const saidHeader = (c: AppContext, name: string, max: number): SaidHeader => {
  const all = c.env.incoming?.headersDistinct ?? {}
  for (const other of Object.keys(all))
    if (other !== name && other.replaceAll('_', '-') === name) return WRONG
  const values = all[name] ?? []
  const [value] = values
  if (value === undefined) return { value: null, isWrong: false }
  return values.length === 1 && value.length <= max && PLAIN.test(value) ? { value, isWrong: false } : WRONG
}
