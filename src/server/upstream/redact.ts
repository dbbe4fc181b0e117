/** Deeper answers are not the documented ones, and recursion must end somewhere. */
export const MAX_JSON_DEPTH = 64

export class TooDeep extends Error {
  override readonly name = 'TooDeep'
}

/** G25: names of what never leaves the server. `__proto__` goes with them: no reader of ours may trip over it. */
const WITHHELD = /^(?:api_?key|auth_?token|password.*|.*_secret|__proto__)$/i

/** The same JSON without the withheld fields, at any depth (G25). @throws TooDeep beyond {@link MAX_JSON_DEPTH} */
export const redact = (value: unknown, depth = 0): unknown => {
  if (typeof value !== 'object' || value === null) return value
  if (depth >= MAX_JSON_DEPTH) throw new TooDeep(`deeper than ${MAX_JSON_DEPTH}`)
  if (Array.isArray(value)) return value.map((item: unknown) => redact(item, depth + 1))
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, item]) =>
      WITHHELD.test(name) ? [] : [[name, redact(item, depth + 1)]],
    ),
  )
}
