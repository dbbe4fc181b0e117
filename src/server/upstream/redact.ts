import { isPossibleKey } from '#/server/quirks.ts'

/** Limits recursion; documented answers are flatter. */
export const MAX_JSON_DEPTH = 64

export class TooDeep extends Error {
  override readonly name = 'TooDeep'
}

/** G25: fields that never leave the server, and `__proto__`. */
const WITHHELD = /^(?:api_?key|auth_?token|password.*|.*_secret|__proto__)$/i

/** Shorter values occur in ordinary texts. */
const MIN_SECRET = 8

/** Encodings of a key: raw, in an address, in credentials. */
const formsOf = (secret: string) => [
  secret,
  encodeURIComponent(secret),
  Buffer.from(`${secret}:`).toString('base64').replace(/=+$/, ''),
]

/** Removes secrets from any text. Values that cannot be keys (too long, lone surrogates) are ignored. */
export const concealer = (secrets: Iterable<string>): ((text: string) => string) => {
  const keys = [...secrets].filter((secret) => secret.length >= MIN_SECRET && isPossibleKey(secret))
  const forms = new Set(keys.flatMap(formsOf))
  if (forms.size === 0) return (text) => text
  const pattern = new RegExp([...forms].map((form) => form.replace(/[^\w]/g, String.raw`\$&`)).join('|'), 'g')
  return (text) => (text.length < MIN_SECRET ? text : text.replace(pattern, '***'))
}

const unchanged = (text: string) => text

const MEMO_MOST = 5_000
const known = new Map<string, boolean>()
const isWithheld = (name: string): boolean => {
  const before = known.get(name)
  if (before !== undefined) return before
  const found = WITHHELD.test(name)
  if (known.size >= MEMO_MOST) known.clear()
  known.set(name, found)
  return found
}

/**
 * Removes withheld fields at any depth (G25), and applies `conceal` to texts.
 * @throws TooDeep beyond {@link MAX_JSON_DEPTH}
 */
export const redact = (value: unknown, conceal: (text: string) => string = unchanged, depth = 0): unknown => {
  if (typeof value === 'string') return conceal(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth >= MAX_JSON_DEPTH) throw new TooDeep(`deeper than ${MAX_JSON_DEPTH}`)
  if (Array.isArray(value)) return value.map((item: unknown) => redact(item, conceal, depth + 1))
  const left: Record<string, unknown> = {}
  for (const [name, item] of Object.entries(value))
    if (!isWithheld(name)) left[conceal(name)] = redact(item, conceal, depth + 1)
  return left
}
