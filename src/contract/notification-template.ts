import type { ListedCallRead } from './call.ts'
import type { ObjRead } from './object.ts'
import { twoDigits } from './day.ts'

/** Characters of a template in a preview; the rest is cut, and the page says so. */
export const MAX_TEMPLATE = 256 * 1024
/** Characters of one value: it may be a whole conversation, used many times. */
const MAX_VALUE = 2000
const MAX_FILLED = 1024 * 1024
/** Placeholder for a missing value. */
export const NO_VALUE = '–'

export type NotificationContact = Pick<
  ListedCallRead,
  | 'date'
  | 'phone_number_from'
  | 'dialstatus'
  | 'request_uri'
  | 'source'
  | 'referrer'
  | 'search_request'
  | 'duration'
  | 'record_url'
  | 'region'
  | 'sms_message'
>
type NotificationObject = Pick<ObjRead, 'title' | 'phone_number' | 'client_phone_numbers'>

/** `20.11.2026 14:03` by the date's own clock (G6), as the service writes it; else unchanged. */
const dateText = (date: string | null) => {
  const [, year, month, day, time] = /^(\d{4})-(\d{2})-(\d{2})[T ](\d{2}:\d{2})/.exec(date ?? '') ?? []
  return year === undefined ? date : `${day}.${month}.${year} ${time}`
}

/** `m:ss` or `h:mm:ss`; takes seconds (G7). */
const durationText = (seconds: number | null) => {
  if (seconds === null || seconds < 0) return null
  const hours = Math.floor(seconds / 3600)
  const minutes = Math.floor(seconds / 60) % 60
  return `${hours > 0 ? `${hours}:${twoDigits(minutes)}` : minutes}:${twoDigits(seconds % 60)}`
}

const firstNumber = ({ client_phone_numbers: numbers }: NotificationObject) =>
  numbers.toSorted((a, b) => (a.priority ?? Infinity) - (b.priority ?? Infinity))[0]?.number ?? null

type Read = (call: NotificationContact, object: NotificationObject) => string | null

/**
 * Placeholders of API document 2.3 and their fields. No field of a call has the called and the forwarded
 * number: the object's are used.
 */
export const PLACEHOLDERS = {
  НАЗВАНИЕ_ОБЪЕКТА: { field: 'obj.title', read: (_, object) => object.title },
  ВРЕМЯ_ЗВОНКА: { field: 'call.date', read: ({ date }) => dateText(date) },
  ОТ_КОГО: { field: 'call.phone_number_from', read: (call) => call.phone_number_from },
  НА_НОМЕР: { field: 'obj.phone_number', read: (_, object) => object.phone_number },
  ПЕРЕАДРЕСОВАН_НА: {
    field: 'obj.client_phone_numbers',
    read: (_, object) => firstNumber(object),
  },
  СТАТУС_ЗВОНКА: { field: 'call.dialstatus', read: ({ dialstatus }) => dialstatus },
  СТРАНИЦА_ЗВОНКА: { field: 'call.request_uri', read: (call) => call.request_uri },
  НАЗВАНИЕ_ИСТОЧНИКА: { field: 'call.source', read: ({ source }) => source?.title ?? null },
  РЕФЕРЕР: { field: 'call.referrer', read: ({ referrer }) => referrer },
  ПОИСКОВЫЙ_ЗАПРОС: { field: 'call.search_request', read: (call) => call.search_request },
  ДЛИТЕЛЬНОСТЬ: { field: 'call.duration', read: ({ duration }) => durationText(duration) },
  ЗАПИСЬ: { field: 'call.record_url', read: (call) => call.record_url },
  ГЕОЛОКАЦИЯ: { field: 'call.region', read: ({ region }) => region },
  СМС: { field: 'call.sms_message', read: (call) => call.sms_message },
} as const satisfies Record<string, { field: `${'call' | 'obj'}.${string}`; read: Read }>
export type Placeholder = keyof typeof PLACEHOLDERS
export const PLACEHOLDER_NAMES = Object.keys(PLACEHOLDERS) as Placeholder[]

export type PlaceholderValues = Readonly<Record<Placeholder, string>>

export const SAMPLE_CONTACT: NotificationContact = {
  date: '2026-11-20T14:03:00+03:00',
  phone_number_from: '79001234567',
  dialstatus: 'Разговор состоялся',
  request_uri: 'https://example.com/price',
  source: { title: 'Контекстная реклама', url: 'https://example.com/' },
  referrer: 'https://example.org/search',
  search_request: 'цена под ключ',
  duration: 187,
  record_url: 'https://example.com/record.mp3',
  region: 'Москва',
  sms_message: 'Перезвоните мне, пожалуйста',
}

export const placeholderValues = (
  object: NotificationObject,
  call: NotificationContact,
): PlaceholderValues => {
  const values = PLACEHOLDER_NAMES.map((name) => {
    const read: Read = PLACEHOLDERS[name].read
    const value = read(call, object)?.trim() || NO_VALUE
    return [name, value.length > MAX_VALUE ? `${value.slice(0, MAX_VALUE)}…` : value]
  })
  return Object.fromEntries(values) as Record<Placeholder, string>
}

/** A word in percent signs with a Cyrillic letter: `%D0%` in an address is no placeholder. */
const WORD = /%(?=[\p{L}\p{N}_]*\p{Script=Cyrillic})([\p{L}\p{N}_]+)%/gu

const isPlaceholder = (name: string): name is Placeholder => Object.hasOwn(PLACEHOLDERS, name)

const wordsOf = (template: string) => [...new Set([...template.matchAll(WORD)].map(([, name = '']) => name))]

export const usedPlaceholders = (template: string): Placeholder[] => wordsOf(template).filter(isPlaceholder)

/** Undocumented placeholders: the service may leave them as they are. */
export const unknownPlaceholders = (template: string): string[] =>
  wordsOf(template).filter((name) => !isPlaceholder(name))

/** Fills a plain text such as a subject; unknown placeholders stay. */
export const fillText = (template: string, values: PlaceholderValues): string =>
  template.replace(WORD, (whole, name: string) => (isPlaceholder(name) ? values[name] : whole))

/** Escapes every ASCII character except letters and digits: safe in text and in quoted or unquoted attributes. */
const escapeValue = (value: string) =>
  value.replace(/[^a-z0-9\u0080-\u{10ffff}]/giu, (character) => `&#${character.codePointAt(0)};`)

const TAG = /^<[a-z!/?]/i

/** A template without tags: its line breaks are its layout. */
export const isPlainTemplate = (template: string): boolean => !/<[a-z!/?]/i.test(template)

/**
 * Fills an HTML template of at most {@link MAX_TEMPLATE} characters. The template is untrusted and stays as
 * it is; values cannot add markup. Unknown placeholders are marked, except inside tags.
 */
export const fillHtml = (template: string, values: PlaceholderValues): string => {
  let left = MAX_FILLED
  const filled = (part: string, isText: boolean) =>
    part.replace(WORD, (whole, name: string) => {
      if (!isPlaceholder(name)) return isText ? `<mark>${whole}</mark>` : whole
      left -= values[name].length
      return escapeValue(left < 0 ? '…' : values[name])
    })
  return template
    .slice(0, MAX_TEMPLATE)
    .split(/(?=<)/)
    .map((piece) => {
      const end = TAG.test(piece) ? piece.indexOf('>') + 1 || piece.length : 0
      return filled(piece.slice(0, end), false) + filled(piece.slice(end), true)
    })
    .join('')
}
