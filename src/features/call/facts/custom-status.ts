import { parseEmbeddedJson, type Json } from '#/contract/embedded-json.ts'
import { customStatus, type CustomStatusRead } from '#/contract/object.ts'
import { isBlank } from '#/domain/cells/json-text.ts'
import { inkOf } from '#/domain/cells/colour.ts'

export interface CustomStatusLook {
  /** Null: no name, only `rest`. */
  readonly name: string | null
  readonly rest: Json
  /** Text color by theme; null: none. */
  readonly ink: string | null
}

const idOf = (raw: unknown): number | null => {
  const id = typeof raw === 'string' && /^\d+$/.test(raw) ? Number(raw) : raw
  return typeof id === 'number' ? id : null
}

/**
 * `custom_status` is a documented object without fields (API document 2.5), completed from `custom_statuses`.
 * Null: none.
 */
export const readCustomStatus = (
  raw: unknown,
  known: readonly CustomStatusRead[],
): CustomStatusLook | null => {
  // Through text, to apply limits of embedded JSON.
  const text = JSON.stringify(raw ?? null)
  const parsed = parseEmbeddedJson(text)
  const value = parsed === undefined ? text : parsed
  if (isBlank(value)) return null
  const status = customStatus.lenient.safeParse(value)
  const own = status.success ? status.data : null
  const id = own?.id ?? idOf(value)
  const listed = id === null ? undefined : known.find((one) => one.id === id)
  const name = own?.name || listed?.name || null
  if (name?.trim()) return { name, rest: null, ink: inkOf(own?.color ?? listed?.color ?? null) }
  return typeof value === 'object'
    ? { name: null, rest: value, ink: null }
    : { name: String(value), rest: null, ink: null }
}
