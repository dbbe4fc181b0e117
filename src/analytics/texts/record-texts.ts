import type { CallField } from '#/contract/call-fields.ts'
import { listedCall } from '#/contract/call.ts'
import { isJsonObject, parseEmbeddedJson, type Json } from '#/contract/embedded-json.ts'

export const TEXT_FIELDS = [
  'messages',
  'comments',
  'sms_message',
  'email_text',
  'widget_text',
  'custom_data',
] as const satisfies readonly CallField[]
export type SearchedField = (typeof TEXT_FIELDS)[number]

/** Keys of `custom_data` that are names or no text. */
const NOT_SEARCHED: ReadonlySet<string> = new Set(['visitor', 'name', 'email', 'phone', 'conversation_id'])

const { shape } = listedCall
export type TextRecord = Readonly<Record<string, unknown>>
const read = (record: TextRecord, field: SearchedField): unknown =>
  Object.hasOwn(record, field) ? record[field] : null

function* textsIn(value: Json): Generator<string> {
  if (typeof value === 'string') {
    // A chat's conversation is JSON in a string.
    const inner = /^\s*[[{]/.test(value) ? parseEmbeddedJson(value) : undefined
    if (inner === undefined) yield value
    else yield* textsIn(inner)
  } else if (typeof value === 'number') yield String(value)
  else if (typeof value === 'object' && value !== null)
    for (const one of Object.values(value)) yield* textsIn(one)
}

const textOf = (record: TextRecord, field: Exclude<SearchedField, 'comments'>): string | null => {
  const value = read(record, field)
  return value === null || typeof value === 'string' ? value : shape[field].lenient.parse(value)
}

/** Searchable texts of a contact with their fields. */
export function* recordTexts(record: TextRecord): Generator<readonly [field: SearchedField, text: string]> {
  for (const field of ['messages', 'sms_message', 'email_text', 'widget_text'] as const) {
    const text = textOf(record, field)
    if (text !== null) yield [field, text]
  }
  const comments = read(record, 'comments')
  if (Array.isArray(comments) && comments.length > 0)
    for (const { comment } of shape.comments.lenient.parse(comments))
      if (comment !== null) yield ['comments', comment]
  const source = textOf(record, 'custom_data')
  if (source !== null) for (const text of customTexts(source)) yield ['custom_data', text]
}

function* customTexts(source: string): Generator<string> {
  const data = parseEmbeddedJson(source)
  if (isJsonObject(data)) {
    for (const [name, value] of Object.entries(data)) if (!NOT_SEARCHED.has(name)) yield* textsIn(value)
  } else yield* textsIn(data ?? source)
}
