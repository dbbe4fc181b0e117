/** Caps of G14: larger or deeper documents stay the text they are. */
export const EMBEDDED_JSON_MAX_CHARACTERS = 256 * 1024
export const EMBEDDED_JSON_MAX_DEPTH = 32

export type Json = null | boolean | number | string | Json[] | JsonObject
export interface JsonObject {
  [key: string]: Json
}

export const isJsonObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const DANGEROUS_KEYS = new Set(['__proto__', 'constructor', 'prototype'])

/** A number that JavaScript cannot hold keeps its digits: an identifier that is nearly right is wrong. */
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
  // An escape may stand for half a character (RFC 8259, 8.2), which is no text and stands in no address.
  return typeof value === 'string' ? value.toWellFormed() : (value as Json)
}

/**
 * Parses a JSON document that a field carries as a string: `custom_data` and its `conversation`, `company`, `tags`
 * (API document 2.5–2.7, G14). Objects come without a prototype and without prototype keys; of doubled keys the last
 * one counts; halves of characters are U+FFFD; a number beyond 2^53 is the text of its digits.
 * @returns undefined when there is nothing to parse or it does not parse: the caller shows the text as it is.
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
