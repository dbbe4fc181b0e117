/** Limits of G14: larger or deeper documents stay text. */
export const EMBEDDED_JSON_MAX_CHARACTERS = 256 * 1024
export const EMBEDDED_JSON_MAX_DEPTH = 32

export type Json = null | boolean | number | string | Json[] | JsonObject
export interface JsonObject {
  [key: string]: Json
}

export const isJsonObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const DANGEROUS_KEYS = new Set(['__proto__', 'constructor', 'prototype'])

/** Numbers beyond 2^53 keep their digits as text: an almost correct identifier is wrong. */
const exact = (_key: string, value: unknown, context?: { readonly source?: string }): unknown =>
  typeof value === 'number' && (!Number.isFinite(value) || Math.abs(value) > Number.MAX_SAFE_INTEGER)
    ? (context?.source ?? (Number.isFinite(value) ? value : null))
    : value

const clean = (value: unknown, depth: number): Json | undefined => {
  if (depth > EMBEDDED_JSON_MAX_DEPTH) return undefined
  if (Array.isArray(value)) {
    const items: Json[] = []
    for (const item of value) {
      const cleaned = clean(item, depth + 1)
      if (cleaned === undefined) return undefined
      items.push(cleaned)
    }
    return items
  }
  if (typeof value === 'object' && value !== null) {
    const copy: Record<string, Json> = Object.create(null)
    for (const [key, item] of Object.entries(value)) {
      if (DANGEROUS_KEYS.has(key)) continue
      const cleaned = clean(item, depth + 1)
      if (cleaned === undefined) return undefined
      copy[key.toWellFormed()] = cleaned
    }
    return copy
  }
  // An escape may be a lone surrogate (RFC 8259, 8.2).
  return typeof value === 'string' ? value.toWellFormed() : (value as Json)
}

/**
 * Parses JSON in a string field: `custom_data` and its `conversation`, `company`, `tags` (API document 2.5–2.7, G14). Objects
 * have no prototype; the last duplicate key wins; lone surrogates become U+FFFD; numbers beyond 2^53 become text.
 * @returns undefined when it does not parse: show the text instead
 */
export const parseEmbeddedJson = (source: string | null | undefined): Json | undefined => {
  if (source === null || source === undefined || source.length > EMBEDDED_JSON_MAX_CHARACTERS)
    return undefined
  try {
    return clean(JSON.parse(source, exact), 0)
  } catch {
    return undefined
  }
}
