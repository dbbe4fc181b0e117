import { parseEmbeddedJson } from '#/contract/embedded-json.ts'
import { withoutOwn } from '#/server/hidden-fields.ts'
import { digitsOfCaller } from '#/contract/phones/caller.ts'
import type { Masks } from './masks.ts'

/*
 * Masks answers in presentation mode by field name, independent of the kind of answer. Numbers and e-mails
 * are removed from all other texts.
 */

type Change = (text: string) => string
/** How a field's texts are masked, also within JSON in a string. */
type Kind = 'phone' | 'title' | 'name' | 'names' | 'email' | 'emails' | 'person' | 'text' | 'kept'

const KINDS: Readonly<Record<string, Kind>> = {
  caller: 'phone',
  phone_number_from: 'phone',
  phone_number: 'phone',
  own_number: 'phone',
  contact_name: 'name',
  caller_name: 'name',
  company_name: 'title',
  object_title: 'title',
  client_name: 'name',
  email: 'email',
  recipients: 'emails',
  monitor_recipients: 'emails',
  sip: 'text',
  sip_uri: 'text',
  custom_data: 'text',
  messages: 'text',
  sms_message: 'text',
  email_text: 'text',
  widget_text: 'text',
  comment: 'text',
  managers: 'names',
  blocked_ip_addresses: 'text',
  who: 'person',
  whose: 'person',
  address: 'text',
  // Addresses and codes that the page needs.
  id: 'kept',
  country_code: 'kept',
  obj_oid: 'kept',
  oid: 'kept',
  client: 'kept',
  principal: 'kept',
  date: 'kept',
  js_code: 'kept',
}
/** Fields that are personal in certain records only. */
const KINDS_WITHIN: Readonly<Record<string, Readonly<Record<string, Kind>>>> = {
  comments: { name: 'name' },
  agency: { name: 'title' },
  user: { agency: 'title' },
  issues: { object: 'title' },
  marks: { note: 'text', tags: 'text', outcome_who: 'person' },
  tags: { tag: 'text' },
  alerts: { to: 'emails', webhook: 'text' },
  alert: { to: 'emails', webhook: 'text' },
  mark: { note: 'text', tags: 'text', outcome_who: 'person' },
  notes: { text: 'text', day: 'kept' },
  note: { text: 'text', day: 'kept' },
  customer_status: { name: 'text', company: 'text', tags: 'text', responsible_user: 'name' },
  client_phone_numbers: { number: 'phone', targets: 'phone' },
}

const changeOf = (kind: Kind, masks: Masks): Change => {
  if (kind === 'kept') return (text) => text
  return kind === 'person'
    ? (text) => (text.includes('@') ? masks.email(text) : masks.name(text))
    : masks[kind]
}

/** Maps every text of a value, and numbers in forms. */
const mapTexts = (value: unknown, change: Change, isTyped: boolean): unknown => {
  if (typeof value === 'string') {
    const inner = isTyped && /^\s*[[{]/.test(value) ? parseEmbeddedJson(value) : undefined
    return inner === undefined ? change(value) : JSON.stringify(mapTexts(inner, change, isTyped))
  }
  if (typeof value === 'number' && isTyped) return change(String(value))
  if (Array.isArray(value)) return value.map((one: unknown) => mapTexts(one, change, isTyped))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, mapTexts(one, change, isTyped)]),
  )
}

/** The parsed caller; undefined: not a contact. */
const callerOf = (record: object): unknown =>
  'phone_number_from' in record && 'caller' in record ? record.caller : undefined

const titled = (pair: unknown, masks: Masks): unknown =>
  Array.isArray(pair)
    ? pair.map((part: unknown, nth) => (nth === 1 && typeof part === 'string' ? masks.title(part) : part))
    : pair

const walk = (value: unknown, within: string, own: Change, masks: Masks): unknown => {
  if (typeof value === 'string') return masks.rest(own(value))
  if (Array.isArray(value)) return value.map((one: unknown) => walk(one, within, own, masks))
  if (typeof value !== 'object' || value === null) return value
  const caller = callerOf(value)
  const ownHere = typeof caller === 'string' ? withoutOwn(digitsOfCaller(caller)) : own
  return Object.fromEntries(
    Object.entries(value).map(([name, one]: [string, unknown]) => {
      // One mask per caller; a withheld number reveals nothing.
      if (name === 'phone_number_from' && caller !== undefined)
        return [name, typeof caller === 'string' ? masks.phone(caller) : one]
      if (name === 'objectTitles' && Array.isArray(one)) return [name, one.map((pair) => titled(pair, masks))]
      // Titles of sources are not personal.
      const kind =
        name === 'title' && 'oid' in value ? 'title' : (KINDS_WITHIN[within]?.[name] ?? KINDS[name])
      if (kind === undefined) return [name, walk(one, name, ownHere, masks)]
      if (kind === 'phone' && typeof one === 'number') return [name, masks.phone(String(one))]
      return [name, mapTexts(one, changeOf(kind, masks), kind === 'text')]
    }),
  )
}

export const masked = (answer: unknown, masks: Masks): unknown => walk(answer, '', (text) => text, masks)
