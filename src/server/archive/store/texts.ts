import type { CallField } from '#/contract/call-fields.ts'
import { listedCall } from '#/contract/call.ts'
import { isJsonObject, parseEmbeddedJson, type Json } from '#/contract/embedded-json.ts'
import { identityOf, objectOf, type KeptDay } from './kept-day.ts'
import { stemOf, searchWords } from './stems.ts'

/*
 * The index of a day's texts: which of its contacts hold a stem. One text for a day, kept beside its records and replaced
 * with them: first its contacts, then a line for each stem with the contacts that hold it, which is found as a part of
 * the text is.
 */

/** What is looked into. */
export const TEXT_FIELDS = [
  'messages',
  'comments',
  'sms_message',
  'email_text',
  'widget_text',
  'custom_data',
] as const satisfies readonly CallField[]

/** Of `custom_data`: who the visitor is, and what is no text. */
const NOT_SEARCHED: ReadonlySet<string> = new Set(['visitor', 'name', 'email', 'phone', 'conversation_id'])

const { shape } = listedCall
type KeptRecord = Readonly<Record<string, unknown>>
const read = (record: KeptRecord, field: (typeof TEXT_FIELDS)[number]): unknown =>
  Object.hasOwn(record, field) ? record[field] : null

function* textsIn(value: Json): Generator<string> {
  if (typeof value === 'string') {
    // The talk of a chat is JSON in a text.
    const inner = /^\s*[[{]/.test(value) ? parseEmbeddedJson(value) : undefined
    if (inner === undefined) yield value
    else yield* textsIn(inner)
  } else if (typeof value === 'number') yield String(value)
  else if (typeof value === 'object' && value !== null)
    for (const one of Object.values(value)) yield* textsIn(one)
}

/** Nearly all of them are texts, and need no reader. */
const textOf = (
  record: KeptRecord,
  field: Exclude<(typeof TEXT_FIELDS)[number], 'comments'>,
): string | null => {
  const value = read(record, field)
  return value === null || typeof value === 'string' ? value : shape[field].lenient.parse(value)
}

function* textsOf(record: KeptRecord): Generator<string> {
  for (const field of ['messages', 'sms_message', 'email_text', 'widget_text'] as const) {
    const text = textOf(record, field)
    if (text !== null) yield text
  }
  const comments = read(record, 'comments')
  if (Array.isArray(comments) && comments.length > 0)
    for (const { comment } of shape.comments.lenient.parse(comments)) if (comment !== null) yield comment
  const source = textOf(record, 'custom_data')
  if (source === null) return
  const data = parseEmbeddedJson(source)
  if (isJsonObject(data)) {
    for (const [name, value] of Object.entries(data)) if (!NOT_SEARCHED.has(name)) yield* textsIn(value)
  } else yield* textsIn(data ?? source)
}

const RADIX = 36

/** Empty: there is nothing to look into. */
export const indexTexts = ({ records }: KeptDay): string => {
  const contacts: [id: number, oid: string | null][] = []
  const lines = new Map<string, number[]>()
  for (const raw of records) {
    const identity = identityOf(raw)
    if (identity === null) continue
    const stems = new Set<string>()
    for (const text of textsOf(raw as KeptRecord))
      for (const word of searchWords(text)) stems.add(stemOf(word))
    if (stems.size === 0) continue
    const nth = contacts.push([identity.id, objectOf(raw)]) - 1
    for (const stem of stems) {
      const line = lines.get(stem)
      if (line) line.push(nth)
      else lines.set(stem, [nth])
    }
  }
  if (contacts.length === 0) return ''
  const stems = Array.from(
    lines,
    ([stem, some]) => `${stem}\t${some.map((nth) => nth.toString(RADIX)).join()}\n`,
  )
  return `${JSON.stringify(contacts)}\n${stems.join('')}`
}

/** What is looked for: each of the words, the last one maybe begun only. */
export interface SoughtText {
  readonly stems: readonly string[]
  /** A last word that may be the beginning of one; null: it is too short for that. */
  readonly begun: { readonly stem: string; readonly word: string } | null
}

/** Letters that are enough to be the beginning of a word. */
const BEGUN_MIN = 3

/** Null: there is no word in it. */
export const soughtText = (text: string): SoughtText | null => {
  const words = searchWords(text)
  const last = words.at(-1)
  if (last === undefined) return null
  const isBegun = last.length >= BEGUN_MIN && /[\p{L}\p{N}]$/u.test(text)
  return {
    stems: [...new Set((isBegun ? words.slice(0, -1) : words).map(stemOf))],
    begun: isBegun ? { stem: stemOf(last), word: last } : null,
  }
}

/** @param at where the line begins */
const contactsAt = (index: string, at: number): number[] =>
  index
    .slice(index.indexOf('\t', at) + 1, index.indexOf('\n', at))
    .split(',')
    .map((nth) => Number.parseInt(nth, RADIX))

const holding = (index: string, stem: string): readonly number[] => {
  const at = index.indexOf(`\n${stem}\t`)
  return at < 0 ? [] : contactsAt(index, at + 1)
}

const beginning = (index: string, word: string): number[] => {
  const found: number[] = []
  for (let at = index.indexOf(`\n${word}`); at >= 0; at = index.indexOf(`\n${word}`, at + 1))
    found.push(...contactsAt(index, at + 1))
  return found
}

/** The contacts of a day that hold all that is sought. */
export const searchTexts = (
  index: string,
  { stems, begun }: SoughtText,
): readonly (readonly [id: number, oid: string | null])[] => {
  const sets = [
    ...(begun ? [[...holding(index, begun.stem), ...beginning(index, begun.word)]] : []),
    ...stems.map((stem) => holding(index, stem)),
  ].map((some) => new Set(some))
  const [first = new Set<number>(), ...others] = sets
  const found = [...first].filter((nth) => others.every((some) => some.has(nth)))
  if (found.length === 0) return []
  // Written by indexTexts.
  const contacts = JSON.parse(index.slice(0, index.indexOf('\n'))) as (readonly [number, string | null])[]
  return found.map((nth) => contacts[nth]!)
}
