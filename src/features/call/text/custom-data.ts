import { isJsonObject, parseEmbeddedJson, type Json, type JsonObject } from '#/contract/embedded-json.ts'
import { isBlank, jsonText } from '#/domain/cells/json-text.ts'

/** A named value that says something. */
export interface DataField {
  readonly name: string
  readonly value: Json
}

/** What `custom_data` tells (API document 2.6). */
export interface CustomData {
  /** Fields of the chats' `visitor`. */
  readonly visitor: readonly DataField[]
  /** All other fields: a form's `name`, `email` and whatever else it asked. */
  readonly fields: readonly DataField[]
  /** Messages of the second chat service in the order of their ids. */
  readonly conversation: readonly string[]
  /** What came when it is no JSON object: JSON of another shape, or the text that does not parse (G14). */
  readonly other: Json
}

const fieldsOf = (object: JsonObject): DataField[] =>
  Object.entries(object).flatMap(([name, value]) => (isBlank(value) ? [] : [{ name, value }]))

/** Numbers inside ids count as numbers, however long they are: 9 before 10, m9 before m10. */
const byId = new Intl.Collator('en', { numeric: true })

/** A JSON map of message id to text. One that does not parse is one text (G14). */
const readConversation = (raw: Json | undefined): readonly string[] => {
  // The document shows it as a string inside the JSON; as plain JSON it is read as well (G26).
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

/** Reads a call's `custom_data`, whichever service wrote it. */
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

/** The value of a field by its name, as text; null when there is none. */
export const fieldText = (fields: readonly DataField[], name: string): string | null =>
  jsonText(fields.find((field) => field.name === name)?.value)
