import { TEXT_FIELDS } from '#/analytics/texts/record-texts.ts'
import type { CallField } from '#/contract/call-fields.ts'
import { dayText, isDay } from '#/contract/day.ts'
import { parseEmbeddedJson } from '#/contract/embedded-json.ts'
import type { EndpointName } from '#/contract/endpoints.ts'
import { digitsOfCaller } from '#/contract/phones/caller.ts'

/*
 * What a session may not see of a contact, by names of fields: a client's account hides some (G12), and a person without a
 * right some more. They leave every answer here, so that no page, file or tool gets them.
 */

/** Names of fields; what the service hides may be none of ours. */
export type HiddenNames = ReadonlySet<string>

/** What our server has added to a contact goes with what it was made of. */
const MADE_OF: Readonly<Record<string, CallField>> = { caller: 'phone_number_from' }

/** Tells a contact from every other: nothing could be counted without it. */
const NEVER_HIDDEN = 'id'

const offsetOf = (date: unknown): string =>
  typeof date === 'string' ? (/(?:Z|[+-]\d{2}(?::?\d{2})?)$/i.exec(date.slice(10))?.[0] ?? '') : ''

/** The day a contact is listed under may be known where its hour is hidden. */
const dateOf = (date: unknown, day: number | null): string | null => {
  const said = typeof date === 'string' ? date.slice(0, 10) : ''
  const known = day === null ? (isDay(said) ? said : null) : dayText(day)
  return known === null ? null : `${known}T00:00:00${offsetOf(date)}`
}

/** Fields in which people write and say what they like. */
const SPOKEN: ReadonlySet<string> = new Set<CallField>([...TEXT_FIELDS, 'custom_status'])

const MASK = '•••'
/** Digits with what stands between those of a phone number. */
const DIGITS = /\+?\p{Nd}(?:[\s().\p{Pd}\p{Cf}]{0,3}\p{Nd}){6,}/gu
/** Of so many digits, which a phone number may have too: days, with an hour perhaps, and sums in groups of three. */
const NO_PHONE = /^(?:\d{4}-\d{2}-\d{2}|\d{1,2}[.-]\d{1,2}[.-]\d{4})(?:\s\d{1,2})?$|^\d{1,2}(?:\s\d{3}){2}$/

/** Without what may be a phone number, however it is written. */
export const withoutNumbers = (text: string): string =>
  text.replace(DIGITS, (found) => (NO_PHONE.test(found) ? found : MASK))

/** Fewer are in a number by chance. */
const OWN_DIGITS = 7
const LAST_DIGITS = 10

/** Without the caller's own number, whatever stands between its digits, in an address too. */
export const withoutOwn = (own: string): ((text: string) => string) => {
  const digits = own.slice(-LAST_DIGITS)
  if (digits.length < OWN_DIGITS) return (text) => text
  const between = String.raw`(?:[\s().+-]|%20|%28|%29|%2D){0,3}`
  const number = new RegExp(`(?:(?:\\+|%2B)?[78]${between})?${digits.split('').join(between)}`, 'gi')
  return (text) => text.replace(number, MASK)
}

/** A number is one as it is a text: what a form has sent may be either. */
const mapTexts = (value: unknown, change: (text: string) => string): unknown => {
  if (typeof value === 'string') {
    const inner = /^\s*[[{]/.test(value) ? parseEmbeddedJson(value) : undefined
    return inner === undefined ? change(value) : JSON.stringify(mapTexts(inner, change))
  }
  if (typeof value === 'number') return change(String(value)) === MASK ? null : value
  if (Array.isArray(value)) return value.map((one: unknown) => mapTexts(one, change))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, mapTexts(one, change)]))
}

/** Of the caller as it was read, else whatever digits are said: rather too much of a text goes than a number stays. */
const ownDigitsOf = (raw: object): string => {
  if ('caller' in raw) return typeof raw.caller === 'string' ? digitsOfCaller(raw.caller) : ''
  const said: unknown = 'phone_number_from' in raw ? raw.phone_number_from : null
  return typeof said === 'string' || typeof said === 'number' ? String(said).replace(/\D/g, '') : ''
}

/**
 * A contact as it may be seen. Where the caller's number is hidden it is in no text either; what is written in a talk or
 * a form loses everything that looks like one.
 * @param day it is listed under; null: only the contact says
 */
export const withoutHiddenFields = (raw: unknown, hidden: HiddenNames, day: number | null): unknown => {
  if (typeof raw !== 'object' || raw === null || hidden.size === 0) return raw
  const own = ownDigitsOf(raw)
  const mask = hidden.has('phone_number_from') ? withoutOwn(own) : null
  return Object.fromEntries(
    Object.entries(raw).flatMap(([name, value]) => {
      if (name === NEVER_HIDDEN) return [[name, value]]
      if (hidden.has(MADE_OF[name] ?? name)) {
        const date = name === 'date' ? dateOf(value, day) : null
        return date === null ? [] : [[name, date]]
      }
      if (!mask || name === 'obj_oid' || name === 'date') return [[name, value]]
      return [[name, mapTexts(value, SPOKEN.has(name) ? (text) => withoutNumbers(mask(text)) : mask)]]
    }),
  )
}

/** Answers that carry contacts, and under which name; whatever else stands beside them is passed on as the contract reads it. */
const CONTACTS = { all_calls: 'calls', object_calls: 'calls', call: 'call' } as const satisfies Partial<
  Record<EndpointName, string>
>

/** An answer of the API as it may be seen. */
export const withoutHidden = (name: EndpointName, answer: unknown, hidden: HiddenNames): unknown => {
  if (hidden.size === 0 || !(name in CONTACTS)) return answer
  const seen = (raw: unknown): unknown =>
    Array.isArray(raw) ? raw.map(seen) : withoutHiddenFields(raw, hidden, null)
  const field = CONTACTS[name as keyof typeof CONTACTS]
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer) || !(field in answer))
    return seen(answer)
  const { meta } = answer as { meta?: unknown }
  return {
    [field]: seen((answer as Record<string, unknown>)[field]),
    ...(meta === undefined ? {} : { meta }),
  }
}
