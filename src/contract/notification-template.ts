import type { ListedCallRead } from './call.ts'
import type { ObjRead } from './object.ts'
import { twoDigits } from './day.ts'

/** Characters of a message template that a preview shows; the rest is left out, and the page says so. */
export const MAX_TEMPLATE = 256 * 1024
/** Characters of one value: a value may be a whole talk, and a template may name it many times. */
const MAX_VALUE = 2000
/** Characters of all values in one message together. */
const MAX_FILLED = 1024 * 1024
/** Stands where the contact has no such value. */
export const NO_VALUE = '–'

/** What of a contact a notification tells. */
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

/** `20.11.2026 14:03` by the date's own clock (G6), in the layout the service writes dates in; else as it came. */
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
 * The placeholders of API document 2.3, each with the documented field it is filled from. Two of them no field of a
 * call tells, the number that was called and the one it was forwarded to: the object's own stand in.
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

/** For an object without contacts. */
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

/** What each placeholder stands for; {@link NO_VALUE} where there is nothing. */
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

/** A word between percent signs with at least one Cyrillic letter: `%D0%` in an address is no placeholder. */
const WORD = /%(?=[\p{L}\p{N}_]*\p{Script=Cyrillic})([\p{L}\p{N}_]+)%/gu

const isPlaceholder = (name: string): name is Placeholder => Object.hasOwn(PLACEHOLDERS, name)

const wordsOf = (template: string) => [...new Set([...template.matchAll(WORD)].map(([, name = '']) => name))]

/** The documented placeholders that a template names, each once. */
export const usedPlaceholders = (template: string): Placeholder[] => wordsOf(template).filter(isPlaceholder)

/** What looks like a placeholder and is none of the document's: the service may leave it as it is. */
export const unknownPlaceholders = (template: string): string[] =>
  wordsOf(template).filter((name) => !isPlaceholder(name))

/** Fills a template that is text, such as a subject; unknown placeholders stay as they are. */
export const fillText = (template: string, values: PlaceholderValues): string =>
  template.replace(WORD, (whole, name: string) => (isPlaceholder(name) ? values[name] : whole))

/**
 * A value that means itself wherever it stands in HTML, between tags or in an attribute with quotes or without: every
 * ASCII character that is no letter or digit becomes a reference.
 */
const escapeValue = (value: string) =>
  value.replace(/[^a-z0-9\u0080-\u{10ffff}]/giu, (character) => `&#${character.codePointAt(0)};`)

const TAG = /^<[a-z!/?]/i

/** A template without a single tag: its line breaks are its only layout. */
export const isPlainTemplate = (template: string): boolean => !/<[a-z!/?]/i.test(template)

/**
 * Fills a template of HTML, of which no more than {@link MAX_TEMPLATE} characters are taken. The template itself stays
 * what it is and is to be trusted with nothing; a value can add no markup to it. Unknown placeholders are marked, save
 * inside a tag, where a mark would break it.
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
