import { parseEmbeddedJson, type Json } from '#/contract/embedded-json.ts'
import { customStatus, type CustomStatusRead } from '#/contract/object.ts'
import { isBlank } from '#/domain/cells/json-text.ts'
import { inkOf } from '#/domain/cells/colour.ts'

/** A contact's own status as it can be shown. */
export interface CustomStatusLook {
  /** Null: it has no name, and `rest` is all there is. */
  readonly name: string | null
  readonly rest: Json
  /** Its colour for text, one for each theme; null when it names none that is one. */
  readonly ink: string | null
}

const idOf = (raw: unknown): number | null => {
  const id = typeof raw === 'string' && /^\d+$/.test(raw) ? Number(raw) : raw
  return typeof id === 'number' ? id : null
}

/**
 * `custom_status` is documented as an object only (API document 2.5); it looks like the object's own `custom_statuses`,
 * which fill in what it leaves out. Null: none is set.
 */
export const readCustomStatus = (
  raw: unknown,
  known: readonly CustomStatusRead[],
): CustomStatusLook | null => {
  // Through text: the caps and keys of embedded JSON are those of any JSON whose shape is not shown.
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
