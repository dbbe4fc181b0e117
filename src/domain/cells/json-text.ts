import { parseEmbeddedJson, type Json, type JsonObject } from '#/contract/embedded-json.ts'
import { sumMask } from '#/i18n/privacy-mode.ts'

/** Null, blank, or a structure of only those. */
export const isBlank = (value: Json | undefined): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' ? value.trim() === '' : typeof value === 'object' && allBlank(value))
const allBlank = (value: Json[] | JsonObject): boolean => Object.values(value).every(isBlank)

/** Strings as they are, structures as JSON; null: blank. */
export const jsonText = (value: Json | undefined): string | null => {
  if (value === undefined || value === null || isBlank(value)) return null
  return typeof value === 'object'
    ? JSON.stringify(value, (name, one: Json) => sumMask(name, one) ?? one, 2)
    : String(value)
}

/** A value of undocumented shape (G17), within limits of embedded JSON; beyond them its text. */
export const asJson = (value: unknown): Json => {
  const text = JSON.stringify(value ?? null)
  const parsed = parseEmbeddedJson(text)
  return parsed === undefined ? text : parsed
}
