import { isJsonObject, parseEmbeddedJson, type Json, type JsonObject } from '#/contract/embedded-json.ts'
import { isBlank, jsonText } from '#/domain/cells/json-text.ts'

export interface DataField {
  readonly name: string
  readonly value: Json
}

export interface CustomData {
  /** Fields of `visitor`. */
  readonly visitor: readonly DataField[]
  /** Other fields, as of forms. */
  readonly fields: readonly DataField[]
  readonly conversation: readonly string[]
  /** Not a JSON object: other JSON or unparsable text (G14). */
  readonly other: Json
}

const fieldsOf = (object: JsonObject): DataField[] =>
  Object.entries(object).flatMap(([name, value]) => (isBlank(value) ? [] : [{ name, value }]))

/** Numeric order: 9 before 10, m9 before m10. */
const byId = new Intl.Collator('en', { numeric: true })

/** JSON map of id to text; unparsable: one text (G14). */
const readConversation = (raw: Json | undefined): readonly string[] => {
  // Documented as a string inside JSON; plain JSON is accepted (G26).
  const parsed = typeof raw === 'string' ? (parseEmbeddedJson(raw) ?? raw) : raw
  const texts = isJsonObject(parsed)
    ? Object.entries(parsed)
        .toSorted(([a], [b]) => byId.compare(a, b))
        .map(([, text]) => text)
    : Array.isArray(parsed)
      ? parsed
      : [parsed]
  return texts.flatMap((text) => jsonText(text) ?? [])
}

/** Parses `custom_data` of any service. */
export const readCustomData = (source: string | null): CustomData => {
  const data = parseEmbeddedJson(source)
  if (!isJsonObject(data)) {
    const other = data === undefined ? source : data
    return { visitor: [], fields: [], conversation: [], other: isBlank(other) ? null : other }
  }
  const { visitor, conversation, ...rest } = data
  return {
    visitor: isJsonObject(visitor) ? fieldsOf(visitor) : [],
    fields: fieldsOf(isJsonObject(visitor) || visitor === undefined ? rest : { visitor, ...rest }),
    conversation: readConversation(conversation),
    other: null,
  }
}

export const fieldText = (fields: readonly DataField[], name: string): string | null =>
  jsonText(fields.find((field) => field.name === name)?.value)
