import { isJsonObject, parseEmbeddedJson, type Json } from '#/contract/embedded-json.ts'
import { isBlank, jsonText } from '#/domain/cells/json-text.ts'

export interface DealPart {
  readonly name: string | null
  readonly rest: Json
}

const named = (value: Json): DealPart => {
  if (typeof value !== 'object') return { name: jsonText(value), rest: null }
  if (!isJsonObject(value) || typeof value['name'] !== 'string') return { name: null, rest: value }
  const { name, ...rest } = value
  return { name: jsonText(name), rest: isBlank(rest) ? null : rest }
}

/** Embedded JSON; unparsable text as it is (G14). */
const read = (source: string | null): Json => {
  const value = parseEmbeddedJson(source)
  const raw = value === undefined ? source : value
  return isBlank(raw) ? null : raw
}

/** `company` of a CRM record (API document 2.7); null: empty. */
export const readCompany = (source: string | null): DealPart | null => {
  const company = read(source)
  return company === null ? null : named(company)
}

/** `tags` of a CRM record (API document 2.7); other shapes are one tag. */
export const readTags = (source: string | null): readonly DealPart[] => {
  const tags = read(source)
  return (Array.isArray(tags) ? tags : [tags]).flatMap((tag) => (isBlank(tag) ? [] : named(tag)))
}
