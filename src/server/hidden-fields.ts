import { TEXT_FIELDS } from '#/analytics/texts/record-texts.ts'
import type { CallField } from '#/contract/call-fields.ts'
import { dayText, isDay } from '#/contract/day.ts'
import { parseEmbeddedJson } from '#/contract/embedded-json.ts'
import type { EndpointName } from '#/contract/endpoints.ts'
import { digitsOfCaller } from '#/contract/phones/caller.ts'

/*
 * Removes fields that a session may not see: hidden by the client's account (G12), or by a missing right.
 * Applied to every answer, so no page, file or tool gets them.
 */

/** May include names that the contract does not know. */
export type HiddenNames = ReadonlySet<string>

/** Fields added by our server, hidden with their source. */
const MADE_OF: Readonly<Record<string, CallField>> = { caller: 'phone_number_from' }

const NEVER_HIDDEN = 'id'

const offsetOf = (date: unknown): string =>
  typeof date === 'string' ? (/(?:Z|[+-]\d{2}(?::?\d{2})?)$/i.exec(date.slice(10))?.[0] ?? '') : ''

/** The day may stay known where the time is hidden. */
const dateOf = (date: unknown, day: number | null): string | null => {
  const writtenDay = typeof date === 'string' ? date.slice(0, 10) : ''
  const known = day === null ? (isDay(writtenDay) ? writtenDay : null) : dayText(day)
  return known === null ? null : `${known}T00:00:00${offsetOf(date)}`
}

/** Free-text fields. */
const SPOKEN: ReadonlySet<string> = new Set<CallField>([...TEXT_FIELDS, 'custom_status'])

const MASK = '•••'
const DIGITS = /\+?\p{Nd}(?:[\s().\p{Pd}\p{Cf}]{0,3}\p{Nd}){6,}/gu
/** Dates and grouped sums that look like phone numbers. */
const NO_PHONE = /^(?:\d{4}-\d{2}-\d{2}|\d{1,2}[.-]\d{1,2}[.-]\d{4})(?:\s\d{1,2})?$|^\d{1,2}(?:\s\d{3}){2}$/

export const withoutNumbers = (text: string): string =>
  text.replace(DIGITS, (found) => (NO_PHONE.test(found) ? found : MASK))

const OWN_DIGITS = 7
const LAST_DIGITS = 10

/** Removes the caller's own number with any separators, also in addresses. */
export const withoutOwn = (own: string): ((text: string) => string) => {
  const digits = own.slice(-LAST_DIGITS)
  if (digits.length < OWN_DIGITS) return (text) => text
  const between = String.raw`(?:[\s().+-]|%20|%28|%29|%2D){0,3}`
  const number = new RegExp(`(?:(?:\\+|%2B)?[78]${between})?${digits.split('').join(between)}`, 'gi')
  return (text) => text.replace(number, MASK)
}

/** Numbers are handled as texts: forms may send either. */
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

/** Digits of the parsed caller, else of the raw one; rather removes too much than too little. */
const ownDigitsOf = (raw: object): string => {
  if ('caller' in raw) return typeof raw.caller === 'string' ? digitsOfCaller(raw.caller) : ''
  const callerNumber: unknown = 'phone_number_from' in raw ? raw.phone_number_from : null
  return typeof callerNumber === 'string' || typeof callerNumber === 'number'
    ? String(callerNumber).replace(/\D/g, '')
    : ''
}

/**
 * A contact without hidden fields. If the caller's number is hidden, it is removed from all texts;
 * conversations and forms lose everything like a phone number.
 * @param day it is listed under, or null
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

const CONTACTS = { all_calls: 'calls', object_calls: 'calls', call: 'call' } as const satisfies Partial<
  Record<EndpointName, string>
>

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
