import { isPossibleKey } from '#/server/quirks.ts'

/** Deeper answers are not the documented ones, and recursion must end somewhere. */
export const MAX_JSON_DEPTH = 64

export class TooDeep extends Error {
  override readonly name = 'TooDeep'
}

/** G25: names of what never leaves the server. `__proto__` goes with them: no reader of ours may trip over it. */
const WITHHELD = /^(?:api_?key|auth_?token|password.*|.*_secret|__proto__)$/i

/** Shorter values are words of every text; no service gives such a key. */
const MIN_SECRET = 8

/** How a key may stand in a text: as it is, in an address, as the credentials it is sent in. */
const formsOf = (secret: string) => [
  secret,
  encodeURIComponent(secret),
  Buffer.from(`${secret}:`).toString('base64').replace(/=+$/, ''),
]

/**
 * Takes these values out of any text, whatever field it stands in. What can be no key opens nothing: endless ones, or halves of characters,
 * are left alone.
 */
export const concealer = (secrets: Iterable<string>): ((text: string) => string) => {
  const keys = [...secrets].filter((secret) => secret.length >= MIN_SECRET && isPossibleKey(secret))
  const forms = new Set(keys.flatMap(formsOf))
  if (forms.size === 0) return (text) => text
  const pattern = new RegExp([...forms].map((form) => form.replace(/[^\w]/g, String.raw`\$&`)).join('|'), 'g')
  return (text) => (text.length < MIN_SECRET ? text : text.replace(pattern, '***'))
}

const unchanged = (text: string) => text

/** An answer says the same few names again and again. */
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
 * The same JSON without the withheld fields, at any depth (G25), its texts as `conceal` leaves them.
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
