import type { Insertable } from 'kysely'
import { OBJECT_STATUS } from '#/contract/codes.ts'
import type { Obj } from '#/contract/object.ts'
import { SCRIPT_OPTION, SCRIPT_OPTIONS } from '#/contract/script-config.ts'
import type { ObjectTable } from '#/server/reference/schema.ts'
import type { AccountSpec, ObjectSpec, ObjectStory } from './catalogue.ts'
import { DAY, wallDayNumber, wallDayText, dottedTimestamp, MINUTE, timestamp, type Zone } from './calendar.ts'
import { personOf, type Person } from './people.ts'
import { PLACES, type Language, type SamplePlace } from './places.ts'
import { hash, hexDigits } from './random.ts'
import { TRADES, type Trade, type TradeName } from './trades.ts'

/** An object of the sample: what its contacts are made from. */
export interface SampleObject {
  readonly id: number
  readonly accountId: number
  readonly alias: string
  readonly trade: TradeName
  readonly habits: Trade
  readonly place: SamplePlace
  readonly zone: Zone
  readonly language: Language
  readonly share: number
  readonly story: ObjectStory
  readonly hasSite: boolean
  readonly managers: readonly Person[]
  readonly customStatusIds: readonly number[]
  /** Name of the CRM that deals come from; null where none is connected. */
  readonly crm: string | null
}

const NOTIFICATION = {
  subject: '%НАЗВАНИЕ_ОБЪЕКТА%: %СТАТУС_ЗВОНКА%, %ОТ_КОГО%',
  message: [
    '<h2>%НАЗВАНИЕ_ОБЪЕКТА%</h2>',
    '<p>%ВРЕМЯ_ЗВОНКА%: звонок с номера <b>%ОТ_КОГО%</b> на номер %НА_НОМЕР%, переадресован на %ПЕРЕАДРЕСОВАН_НА%.</p>',
    '<table>',
    '<tr><td>Статус</td><td>%СТАТУС_ЗВОНКА%</td></tr>',
    '<tr><td>Длительность</td><td>%ДЛИТЕЛЬНОСТЬ%</td></tr>',
    '<tr><td>Источник</td><td>%НАЗВАНИЕ_ИСТОЧНИКА%</td></tr>',
    '<tr><td>Поисковый запрос</td><td>%ПОИСКОВЫЙ_ЗАПРОС%</td></tr>',
    '<tr><td>Реферер</td><td>%РЕФЕРЕР%</td></tr>',
    '<tr><td>Страница</td><td>%СТРАНИЦА_ЗВОНКА%</td></tr>',
    '<tr><td>Регион</td><td>%ГЕОЛОКАЦИЯ%</td></tr>',
    '</table>',
    '<p>Запись: %ЗАПИСЬ%</p>',
    '<p>%СМС%</p>',
  ].join('\n'),
}

const snippet = (oid: string) => `<script>
(function (w, d, s, u) {
  w.ct = w.ct || function () { (w.ct.q = w.ct.q || []).push(arguments) };
  var e = d.createElement(s);
  e.async = 1; e.src = u;
  d.head.appendChild(e);
})(window, document, "script", "https://t.example.net/s.js?oid=${oid}");
</script>`

const aliasOf = ({ alias, site }: ObjectSpec, id: number) =>
  alias ?? (site === '' ? `number-${id}` : site.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-'))

const tariffs = (list: string) =>
  list.split('; ').map((line, index) => {
    const [name = '', sessions, numbers, price] = line
      .split(': ')
      .flatMap((part, at) => (at === 0 ? [part] : part.split(' ')))
    return { id: index + 1, name, sessions: Number(sessions), numbers: Number(numbers), multiregion: Number(numbers) > 10, price: Number(price),
    } // prettier-ignore
  })
const BASIC = 'Start: 5000 6 2900; Business: 10000 10 7900.5; Plus: 15000 15 9900'
/** Smallest first. Clinics have one of their own. */
const TARIFFS = {
  medical: tariffs(`${BASIC}; Clinic plus: 30000 20 14900`),
  other: tariffs(`${BASIC}; Pro: 30000 20 16900`),
}
const UNLIMITED = { id: 5, name: 'Unlimited', sessions: null, numbers: 40, multiregion: true, price: 39_000 }
/** `sessions` of an object whose tariff counts none: the document has no null there. */
const NO_LIMIT = 1_000_000

const custom = (list: string) =>
  list.split(', ').map((entry) => {
    const [name = '', color = null] = entry.split(' #')
    return { name, color: color && `#${color}` }
  })
/** Statuses that an object's people set by hand: two for good contacts, two for others; the last one has no colour. */
const CUSTOM_STATUSES = {
  ru: custom('Записан #2e7d32, Думает #f9a825, Перезвонить #1565c0, Не наш клиент'),
  en: custom('Booked #2e7d32, Thinking #f9a825, Call back #1565c0, Not our customer'),
}

/** Everything of an object that `details` holds: see {@link ObjectTable.details}. */
type Details = Omit<
  Obj,
  'oid' | 'alias' | 'title' | 'status' | 'script_config' | 'custom_statuses' | 'calls_count'
>

const phoneNumber = (place: SamplePlace, id: number, line: number) =>
  `${place.codes[0]}${2_300_000 + ((id * 7_919 + line * 104_729) % 6_000_000)}`

const forwardingNumbers = (id: number, place: SamplePlace, host: string, priorities: number) =>
  Array.from({ length: priorities }, (_, index) => {
    const isSip = index === 2
    const phone = isSip ? '' : phoneNumber(place, id, index + 1)
    const sip = isSip ? `sip:reception@${host || 'pbx.example'}` : ''
    return {
      obj_id: id,
      number: isSip ? sip : phone,
      phone_number: phone,
      sip,
      priority: index + 1,
      redirect_timeout: 20 - index * 5,
      record_url: index === 0 ? null : `https://records.example/greeting-${id}-${index}.wav`,
      answerphone: index === priorities - 1 && index > 0,
      call_with_main: index === 1,
    }
  })

/** Days since the count of sessions was reset; assumed where the service does not say it. */
const countedDays = ({ reset }: ObjectSpec, id: number): number =>
  reset === null ? 30 : reset === undefined ? 20 + (hash(id, 17) % 60) : reset < 0 ? 30 + reset : reset

/** The tariff that such a site has, and how many of its sessions are used after so many contacts. */
const sessionsOf = (spec: ObjectSpec, id: number, contacts: number) => {
  const { visits } = TRADES[spec.trade]
  const offered = TARIFFS[['dentist', 'eyes', 'vet'].includes(spec.trade) ? 'medical' : 'other']
  const used = Math.round(contacts * visits * (0.85 + (hash(id, 3) % 30) / 100)) + (hash(id, 19) % 40)
  if (spec.fill !== undefined) {
    const fill = spec.fill / 100
    const fitting = offered.filter((one) => one.sessions * fill >= contacts)
    const distance = (one: (typeof offered)[number]) =>
      Math.abs(Math.log((one.sessions * fill) / Math.max(1, used)))
    const tariff = fitting.toSorted((a, b) => distance(a) - distance(b))[0]
    if (tariff) return { tariff, used: Math.round(tariff.sessions * fill), sessions: tariff.sessions }
  }
  const tariff = spec.unlimited ? undefined : offered.find((one) => one.sessions * 0.85 >= used)
  return tariff
    ? { tariff, used, sessions: tariff.sessions }
    : { tariff: UNLIMITED, used: null, sessions: NO_LIMIT }
}

/** Values that follow from the object's number, the day, and how many contacts it has had since sessions are counted. */
const detailsOf = (
  spec: ObjectSpec,
  id: number,
  oid: string,
  place: SamplePlace,
  now: number,
  contacts: number,
): Details => {
  const vary = (salt: number, limit: number) => hash(id, salt) % limit
  const hasSite = spec.site !== ''
  const isTracking = hasSite && (spec.status ?? 'active') === 'active'
  const plan = hasSite ? sessionsOf(spec, id, contacts) : null
  const tariff = plan?.tariff ?? null
  const used = plan?.used ?? null
  const sessions = plan?.sessions ?? 5_000
  const daysLeft = spec.paid ?? 40 + vary(4, 300)
  const host = spec.site.split('/')[0] ?? ''
  const today = wallDayNumber(now)
  const created = timestamp((today - 500 + vary(5, 60)) * DAY, 180)
  const numbers = hasSite ? 2 + vary(6, 11) : 1
  return {
    site_url: hasSite ? `https://${spec.site}` : '',
    phone_number: phoneNumber(place, id, 0),
    expiration_date: hasSite ? dottedTimestamp((today + daysLeft) * DAY + 10 * 60 * MINUTE) : null,
    sip_uri: vary(7, 3) === 0 ? `sip:${oid}@sip.example` : null,
    use_sip: vary(7, 3) === 0,
    sessions_reset_date:
      isTracking && spec.reset !== null
        ? `${wallDayText(today - (spec.reset ?? countedDays(spec, id)))}T00:00:00+03:00`
        : null,
    sessions_used: isTracking ? used : null,
    sessions,
    numbers,
    is_tracking: isTracking,
    is_upgradable: tariff !== null && tariff !== UNLIMITED && vary(18, 3) === 0,
    country: place.country,
    current_city_only: vary(8, 2) === 0,
    needs_renewing: isTracking && daysLeft < 21,
    needs_increasing: isTracking && used !== null && used > sessions * 0.9,
    city: {
      id: place.id,
      name: place.name,
      name_int: place.name_int,
      translated_name: place.translated_name,
    },
    tariff: tariff && { ...tariff },
    // The shape of an item is not shown (G17).
    tariff_items: tariff && vary(9, 2) === 0 ? [{ name: 'extra_numbers', quantity: 2, price: 600 }] : null,
    js_code: snippet(oid),
    script_config_possible_values: { ...SCRIPT_OPTION },
    blocked_ip_list_enabled: vary(10, 4) === 0,
    blocked_ip_addresses: vary(10, 4) === 0 ? {} : [],
    forward_caller_id: vary(11, 3) > 0,
    email_notification_enabled: vary(12, 3) > 0,
    email_notification: {
      obj_email_notify_config: {
        id: 5_000 + id,
        obj_id: id,
        is_enabled: [true, false, null][vary(12, 3)] ?? null,
        missed_only: [true, false, null][vary(13, 3)] ?? null,
        monitor_enabled: vary(14, 2) === 0,
        monitor_recipients: vary(14, 2) === 0 ? `owner@${host || 'post.example'}\naudit@northline.ru` : null,
        recipients: `sales@${host || 'post.example'}\nreception@${host || 'post.example'}`,
        subject_template: NOTIFICATION.subject,
        message_template: NOTIFICATION.message,
        created_at: created,
        updated_at: timestamp((today - 20 - vary(15, 200)) * DAY, 180),
      },
    },
    client_phone_numbers: forwardingNumbers(id, place, host, 1 + vary(16, 3)),
  }
}

/** An object's row, what its contacts are made from, and its `details` after so many contacts. */
export interface MadeObject {
  readonly row: Insertable<ObjectTable>
  readonly object: SampleObject
  /** Contacts since the day so many days ago count as sessions used. */
  readonly countedDays: number
  /** JSON of all fields of 2.2 that are neither columns nor counted: see {@link ObjectTable.details}. */
  readonly detailsAfter: (contacts: number) => string
}

export const makeObject = (
  account: AccountSpec,
  accountId: number,
  spec: ObjectSpec,
  id: number,
  zoneOf: (timeZone: string) => Zone,
  { seed, now }: { readonly seed: number; readonly now: number },
): MadeObject => {
  const place: SamplePlace = PLACES[spec.place]
  const alias = aliasOf(spec, id)
  // A permutation of 32 bits: looks random, differs for every id.
  const oid = (Math.imul(id, 0x9e3779b1) ^ hash(seed, 'oid')) >>> 0
  const { language } = place
  // Every seventh object has no statuses of its own and no CRM.
  const isPlain = id % 7 === 0
  const customStatuses = isPlain
    ? []
    : CUSTOM_STATUSES[language].map((status, index) => ({ id: id * 10 + index, ...status }))
  const options = SCRIPT_OPTIONS.filter((option) => option !== 'gtm' && hash(id, option) % 3 > 0)
  const oidText = oid.toString(16).padStart(8, '0')
  const detailsAfter = (contacts: number) =>
    JSON.stringify({ ...detailsOf(spec, id, oidText, place, now, contacts), ...spec.details })
  return {
    countedDays: countedDays(spec, id),
    detailsAfter,
    row: {
      id,
      account_id: accountId,
      oid: oidText,
      alias,
      title: spec.title,
      title_search: spec.title.toLowerCase(),
      status: OBJECT_STATUS[spec.status ?? 'active'],
      script_config: JSON.stringify(spec.site === '' ? [] : options),
      custom_statuses: JSON.stringify(customStatuses),
      details: detailsAfter(0),
    },
    object: {
      id,
      accountId,
      alias,
      trade: spec.trade,
      habits: TRADES[spec.trade],
      place,
      zone: zoneOf(place.timeZone),
      language,
      share: spec.share,
      story: spec.story ?? {},
      hasSite: spec.site !== '',
      managers: Array.from({ length: 2 + (id % 3) }, (_, index) => {
        const person = personOf(hash(account.email, index), language)
        return { ...person, email: person.email.replace(/@.*/, account.email.replace(/.*@/, '@')) }
      }),
      customStatusIds: customStatuses.map((status) => status.id),
      crm: isPlain ? null : id % 2 === 0 ? 'Lead Desk' : 'Client Ledger',
    },
  }
}

/** Key of an account: 40 hexadecimal digits, the same for the same seed and address. */
export const apiKey = (seed: number, email: string): string => hexDigits(40, seed, 'key', email)
