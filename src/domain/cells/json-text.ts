import { parseEmbeddedJson, type Json, type JsonObject } from '#/contract/embedded-json.ts'

/** Says nothing: null, blanks, and whatever holds nothing else. */
export const isBlank = (value: Json | undefined): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' ? value.trim() === '' : typeof value === 'object' && allBlank(value))
const allBlank = (value: Json[] | JsonObject): boolean => Object.values(value).every(isBlank)

/** A JSON value as text: words as they are, structures as JSON; null for what says nothing. */
export const jsonText = (value: Json | undefined): string | null => {
  if (value === undefined || value === null || isBlank(value)) return null
  return typeof value === 'object' ? JSON.stringify(value, null, 2) : String(value)
}

/** A value of an answer whose shape is not documented (G17), within the caps of embedded JSON; beyond them its text. */
export const asJson = (value: unknown): Json => {
  const text = JSON.stringify(value ?? null)
  const parsed = parseEmbeddedJson(text)
  return parsed === undefined ? text : parsed
}
