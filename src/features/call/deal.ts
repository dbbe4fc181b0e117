import { parseEmbeddedJson, type Json } from '#/contract/embedded-json.ts'
import { jsonText } from './custom-data.ts'

/** What a thing inside embedded JSON goes by: its text, or its `name`. */
const nameOf = (value: Json | undefined): string | null =>
  jsonText(
    typeof value === 'object' && value !== null && !Array.isArray(value) && 'name' in value
      ? value['name']
      : value,
  )

const isEmpty = (value: Json) =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0

/** The `company` of a CRM record, JSON inside a string (API document 2.7, G14); what does not parse is the name itself. */
export const readCompany = (source: string | null): string | null => {
  const company = parseEmbeddedJson(source)
  if (company === undefined) return source?.trim() ? source : null
  return isEmpty(company) ? null : nameOf(company)
}

/** The `tags` of a CRM record, a JSON list inside a string (API document 2.7, G14); what does not parse is one tag. */
export const readTags = (source: string | null): readonly string[] => {
  const tags = parseEmbeddedJson(source)
  if (tags === undefined) return source?.trim() ? [source] : []
  const list = Array.isArray(tags) ? tags : isEmpty(tags ?? {}) ? [] : [tags]
  return list.flatMap((tag) => nameOf(tag) ?? [])
}
