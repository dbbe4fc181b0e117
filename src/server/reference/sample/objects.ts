import type { Insertable } from 'kysely'
import { OBJECT_STATUS } from '#/contract/codes.ts'
import type { Obj } from '#/contract/object.ts'
import { SCRIPT_OPTION, SCRIPT_OPTIONS } from '#/contract/script-config.ts'
import type { ObjectTable } from '#/server/reference/schema.ts'
import type { AccountSpec, ObjectSpec, Story } from './accounts.ts'
import { DAY, dayNumber, dayText, dottedTimestamp, MINUTE, timestamp, type Zone } from './calendar.ts'
import { personOf, type Language, type Person } from './people.ts'
import { PLACES, type Place } from './places.ts'
import { hash, hexDigits } from './random.ts'
import { TRADES, type Trade, type TradeName } from './trades.ts'
import { CUSTOM_STATUSES } from './vocabulary.ts'

/** An object of the sample: what its contacts are made from. */
export interface SampleObject {
  readonly id: number
  readonly accountId: number
  readonly alias: string
  readonly trade: TradeName
  readonly habits: Trade
  readonly place: Place
  readonly zone: Zone
  readonly language: Language
  readonly share: number
  readonly story: Story
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

const TARIFFS = [
  { id: 1, name: 'Start', sessions: 5_000, numbers: 6, multiregion: false, price: 2_900 },
  { id: 2, name: 'Business', sessions: 10_000, numbers: 10, multiregion: false, price: 7_900.5 },
  { id: 3, name: 'Plus', sessions: 15_000, numbers: 15, multiregion: true, price: 9_900 },
  { id: 4, name: 'Clinic plus', sessions: 30_000, numbers: 20, multiregion: true, price: 14_900 },
] as const
const UNLIMITED = { id: 5, name: 'Unlimited', sessions: null, numbers: 40, multiregion: true, price: 39_000 }

/** Everything of an object that `details` holds: see {@link ObjectTable.details}. */
type Details = Omit<
  Obj,
  'oid' | 'alias' | 'title' | 'status' | 'script_config' | 'custom_statuses' | 'calls_count'
>

const phoneNumber = (place: Place, id: number, line: number) =>
  `${place.codes[0]}${2_300_000 + ((id * 7_919 + line * 104_729) % 6_000_000)}`

const forwardingNumbers = (id: number, place: Place, host: string, priorities: number) =>
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

/** Values of the object that change with its number only: the same on every start, whatever the day. */
const detailsOf = (spec: ObjectSpec, id: number, oid: string, place: Place, now: number): Details => {
  const vary = (salt: number, limit: number) => hash(id, salt) % limit
  const hasSite = spec.site !== ''
  const isTracking = hasSite && (spec.status ?? 'active') === 'active'
  const paid = TARIFFS.find((one) => one.sessions === spec.sessions?.[1]) ?? TARIFFS[vary(2, TARIFFS.length)]
  const tariff = !hasSite ? null : id % 10 === 4 ? UNLIMITED : (paid ?? null)
  const [used, sessions] = spec.sessions ?? [vary(3, 4_400), tariff ? (tariff.sessions ?? 100_000) : 5_000]
  const daysLeft = spec.paidDays ?? 40 + vary(4, 300)
  const resetDaysAgo = spec.resetDaysAgo === undefined ? 20 + vary(17, 60) : spec.resetDaysAgo
  const host = spec.site.split('/')[0] ?? ''
  const today = dayNumber(now)
  const created = timestamp((today - 500 + vary(5, 60)) * DAY, 180)
  const numbers = hasSite ? 2 + vary(6, 11) : 1
  return {
    site_url: hasSite ? `https://${spec.site}` : '',
    phone_number: phoneNumber(place, id, 0),
    expiration_date: hasSite ? dottedTimestamp((today + daysLeft) * DAY + 10 * 60 * MINUTE) : null,
    sip_uri: vary(7, 3) === 0 ? `sip:${oid}@sip.example` : null,
    use_sip: vary(7, 3) === 0,
    sessions_reset_date:
      isTracking && resetDaysAgo !== null ? `${dayText(today - resetDaysAgo)}T00:00:00+03:00` : null,
    sessions_used: isTracking ? used : null,
    sessions,
    numbers,
    is_tracking: isTracking,
    is_upgradable: tariff !== null && tariff !== UNLIMITED && vary(18, 3) === 0,
    country: place.country,
    current_city_only: vary(8, 2) === 0,
    needs_renewing: isTracking && daysLeft < 21,
    needs_increasing: isTracking && used > sessions * 0.9,
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

/**
 * The row of an object and what its contacts are made from. `details` holds exactly the fields of 2.2 except `oid`,
 * `alias`, `title`, `status`, `script_config`, `custom_statuses` (columns) and `calls_count` (counted): `site_url`,
 * `phone_number`, `expiration_date`, `sip_uri`, `use_sip`, `sessions_reset_date`, `sessions_used`, `sessions`, `numbers`,
 * `is_tracking`, `is_upgradable`, `country`, `current_city_only`, `needs_renewing`, `needs_increasing`, `city`,
 * `tariff`, `tariff_items`, `js_code`, `script_config_possible_values`, `blocked_ip_list_enabled`,
 * `blocked_ip_addresses`, `forward_caller_id`, `email_notification_enabled`, `email_notification`,
 * `client_phone_numbers`.
 */
export const makeObject = (
  account: AccountSpec,
  accountId: number,
  spec: ObjectSpec,
  id: number,
  zoneOf: (timeZone: string) => Zone,
  { seed, now }: { readonly seed: number; readonly now: number },
): { readonly row: Insertable<ObjectTable>; readonly object: SampleObject } => {
  const place: Place = PLACES[spec.place]
  const alias = aliasOf(spec, id)
  // A permutation of 32 bits: looks random, differs for every id.
  const oid = (Math.imul(id, 0x9e3779b1) ^ hash(seed, 'oid')) >>> 0
  const language = spec.language ?? place.language
  // Every seventh object has no statuses of its own and no CRM.
  const isPlain = id % 7 === 0
  const customStatuses = isPlain
    ? []
    : CUSTOM_STATUSES[language].map((status, index) => ({ id: id * 10 + index, ...status }))
  const options = SCRIPT_OPTIONS.filter((option) => option !== 'gtm' && hash(id, option) % 3 > 0)
  const oidText = oid.toString(16).padStart(8, '0')
  return {
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
      details: JSON.stringify({ ...detailsOf(spec, id, oidText, place, now), ...spec.details }),
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
