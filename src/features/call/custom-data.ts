import { parseEmbeddedJson, type Json } from '#/contract/embedded-json.ts'

/** A named value as a person reads it. */
export interface DataField {
  readonly name: string
  readonly value: string
}

/** What `custom_data` tells (API document 2.6). */
export interface CustomData {
  /** Fields of the chats' `visitor`. */
  readonly visitor: readonly DataField[]
  /** All other fields: a form's `name`, `email` and whatever else it asked. */
  readonly fields: readonly DataField[]
  /** Messages of the second chat service, oldest first. */
  readonly conversation: readonly string[]
  /** The field as it came when it is no JSON object (G14). */
  readonly text: string | null
}

type JsonObject = { [key: string]: Json }
const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A JSON value as text: words as they are, structures as JSON; null for what says nothing. */
export const jsonText = (value: Json | undefined): string | null => {
  if (value === undefined || value === null) return null
  const text = typeof value === 'object' ? JSON.stringify(value, null, 2) : String(value)
  return text.trim() === '' ? null : text
}

const fieldsOf = (object: JsonObject): DataField[] =>
  Object.entries(object).flatMap(([name, raw]) => {
    const value = jsonText(raw)
    return value === null ? [] : [{ name, value }]
  })

/** Message ids are numbers that may be longer than a number holds. */
const byId = ([a]: [string, Json], [b]: [string, Json]) => a.length - b.length || (a < b ? -1 : a > b ? 1 : 0)

/** A JSON map of message id to text. One that does not parse is one text (G14). */
const readConversation = (raw: Json | undefined): readonly string[] => {
  // The document shows it as a string inside the JSON; as plain JSON it is read as well (G26).
  const map = typeof raw === 'string' ? (parseEmbeddedJson(raw) ?? raw) : raw
  if (!isObject(map)) {
    const text = jsonText(map)
    return text === null ? [] : [text]
  }
  const entries = Object.entries(map)
  const isNumbered = entries.every(([id]) => /^\d+$/.test(id))
  return fieldsOf(Object.fromEntries(isNumbered ? entries.toSorted(byId) : entries)).map(({ value }) => value)
}

/** Reads a call's `custom_data`, whichever service wrote it. */
export const readCustomData = (source: string | null): CustomData => {
  const data = parseEmbeddedJson(source)
  if (!isObject(data)) {
    const text = source?.trim() && data !== null ? source : null
    return { visitor: [], fields: [], conversation: [], text }
  }
  const { visitor, conversation, ...rest } = data
  return {
    visitor: isObject(visitor) ? fieldsOf(visitor) : [],
    fields: fieldsOf(isObject(visitor) || visitor === undefined ? rest : { visitor, ...rest }),
    conversation: readConversation(conversation),
    text: null,
  }
}

/** The value of a field by its name; null when there is none. */
export const fieldValue = (fields: readonly DataField[], name: string): string | null =>
  fields.find((field) => field.name === name)?.value ?? null
