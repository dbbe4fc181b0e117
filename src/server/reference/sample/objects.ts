import type { Insertable } from 'kysely'
import { OBJECT_STATUS } from '#/contract/codes.ts'
import { SCRIPT_OPTION, SCRIPT_OPTIONS } from '#/contract/script-config.ts'
import type { ObjectTable } from '#/server/reference/schema.ts'
import type { AccountSpec, ObjectSpec } from './catalogue.ts'
import { DAY, wallDayNumber, wallDayText, timestamp, zoneOf } from './calendar.ts'
import { EDGE_OBJECTS, type Details } from './edge-cases/objects.ts'
import { personOf } from './people.ts'
import { COUNTRIES, PLACES, type SamplePlace } from './places.ts'
import { hash } from './random.ts'
import { TRADES, type Trade } from './trades.ts'
import { vocabulary } from './words.ts'

export const sampleObject = (account: AccountSpec, accountId: number, spec: ObjectSpec, id: number) => {
  const place = PLACES.find(({ slug }) => slug === spec.place)
  const trade = TRADES.find(({ name }) => name === spec.trade)
  if (!place || !trade) throw new Error(`No such place or trade: ${spec.place}, ${spec.trade}`)
  const { language, timeZone } = place
  const words = vocabulary(language, spec.trade)
  const isPlain = id % 7 === 0
  return {
    id,
    accountId,
    alias: spec.alias ?? (spec.site === '' ? `number-${id}` : spec.site.replaceAll(/[^a-z0-9]+/g, '-')),
    spec,
    trade,
    words,
    place,
    country: COUNTRIES[language],
    zone: zoneOf(timeZone),
    /** Bounds of a deal's price in local money: ten roubles are a euro. */
    price: trade.price.map((sum) => (language === 'ru' ? sum : sum / 10)) as [low: number, high: number],
    language,
    managers: Array.from({ length: 2 + (id % 3) }, (_, index) => {
      const person = personOf(hash(account.email, index), words)
      return { ...person, email: person.email.replace(/@.*/, account.email.replace(/.*@/, '@')) }
    }),
    customStatuses: (isPlain ? [] : words('status')).map((entry, index) => {
      const [name, color] = entry.split(' #')
      return { id: id * 10 + index, name, color: color ? `#${color}` : null }
    }),
    crm: isPlain ? null : id % 2 === 0 ? 'Lead Desk' : 'Client Ledger',
  }
}
export type SampleObject = ReturnType<typeof sampleObject>

const SUBJECT = '%НАЗВАНИЕ_ОБЪЕКТА%: %СТАТУС_ЗВОНКА%, %ОТ_КОГО%'
const MESSAGE = `<h2>%НАЗВАНИЕ_ОБЪЕКТА%</h2>
<p>%ВРЕМЯ_ЗВОНКА%: звонок с номера <b>%ОТ_КОГО%</b> на номер %НА_НОМЕР%, переадресован на %ПЕРЕАДРЕСОВАН_НА%.</p>
<table>
<tr><td>Статус</td><td>%СТАТУС_ЗВОНКА%, %ДЛИТЕЛЬНОСТЬ%</td></tr>
<tr><td>Источник</td><td>%НАЗВАНИЕ_ИСТОЧНИКА%, %ПОИСКОВЫЙ_ЗАПРОС%, %РЕФЕРЕР%</td></tr>
<tr><td>Страница, регион</td><td>%СТРАНИЦА_ЗВОНКА%, %ГЕОЛОКАЦИЯ%</td></tr>
</table>
<p>Запись: %ЗАПИСЬ%</p>
<p>%СМС%</p>`

const snippet = (oid: string) => `<script>
(function (w, d, s, u) {
  w.ct = w.ct || function () { (w.ct.q = w.ct.q || []).push(arguments) };
  var e = d.createElement(s);
  e.async = 1; e.src = u;
  d.head.appendChild(e);
})(window, document, "script", "https://t.example.net/s.js?oid=${oid}");
</script>`

/** Smallest first; the last one is unlimited. */
const TARIFFS = [
  { id: 1, name: 'Start', sessions: 5_000, numbers: 6, multiregion: false, price: 2_900 },
  { id: 2, name: 'Business', sessions: 10_000, numbers: 10, multiregion: false, price: 7_900.5 },
  { id: 3, name: 'Plus', sessions: 15_000, numbers: 15, multiregion: true, price: 9_900 },
  { id: 4, name: 'Pro', sessions: 30_000, numbers: 20, multiregion: true, price: 16_900 },
  { id: 5, name: 'Max', sessions: 50_000, numbers: 30, multiregion: true, price: 22_900 },
  { id: 6, name: 'Ultra', sessions: 80_000, numbers: 35, multiregion: true, price: 29_900 },
  { id: 7, name: 'Unlimited', sessions: null, numbers: 40, multiregion: true, price: 39_000 },
]

const planOf = ({ fill, unlimited }: ObjectSpec, id: number, trade: Trade, contacts: number) => {
  const came = Math.round(contacts * trade.visits * (0.85 + (hash(id, 3) % 30) / 100)) + (hash(id, 19) % 40)
  const share = (fill ?? 85) / 100
  const counted = TARIFFS.filter(({ sessions }) => sessions !== null)
  // A given share leaves room for a quarter more.
  const room = fill ? 1.25 * share : share
  const fitting = counted.find(({ sessions }) => (sessions ?? 0) * room >= came) ?? (fill && counted.at(-1))
  const tariff = (!unlimited && fitting) || TARIFFS.at(-1)!
  const { sessions } = tariff
  return { tariff, used: sessions === null ? null : fill ? Math.round(sessions * share) : came }
}

const phoneNumber = (place: SamplePlace, id: number, line: number) =>
  `${place.codes[0]}${2_300_000 + ((id * 7_919 + line * 104_729) % 6_000_000)}`

const forwardingNumbers = (id: number, place: SamplePlace, host: string, count: number) =>
  Array.from({ length: count }, (_, index) => {
    const sip = index === 2 ? `sip:reception@${host}` : ''
    const phone_number = sip ? '' : phoneNumber(place, id, index + 1)
    return {
      obj_id: id,
      number: sip || phone_number,
      phone_number,
      sip,
      priority: index + 1,
      redirect_timeout: 20 - index * 5,
      record_url: index === 0 ? null : `https://records.example/greeting-${id}-${index}.wav`,
      answerphone: index === count - 1 && index > 0,
      call_with_main: index === 1,
    }
  })

/** Days since the session count was reset (negative: until; null: not in the answer), and days counted. */
const resetOf = ({ reset }: ObjectSpec, id: number) => {
  const ago = reset ?? 20 + (hash(id, 17) % 60)
  return ago === 'none' ? { ago: null, counted: 30 } : { ago, counted: ago < 0 ? 30 + ago : ago }
}

const detailsOf = (
  { id, spec, trade, place, country }: SampleObject,
  oid: string,
  now: number,
  contacts: number,
): Details => {
  const vary = (salt: number, limit: number) => hash(id, salt) % limit
  const any = (salt: number) => [true, false, null][vary(salt, 3)] ?? null
  const hasSite = spec.site !== ''
  const isTracking = hasSite && spec.status === 'active'
  const plan = hasSite ? planOf(spec, id, trade, contacts) : null
  const used = isTracking && plan ? plan.used : null
  const sessions = plan ? (plan.tariff.sessions ?? 1_000_000) : 5_000
  const daysLeft = spec.paid ?? 40 + vary(4, 300)
  const host = spec.site.split('/')[0] || 'pbx.example'
  const today = wallDayNumber(now)
  const { ago } = resetOf(spec, id)
  const { id: cityId, name, name_int, translated_name } = place
  return {
    site_url: hasSite ? `https://${spec.site}` : '',
    phone_number: phoneNumber(place, id, 0),
    // Unlike all other dates (API document 2.2, G15).
    expiration_date: hasSite
      ? `${wallDayText(today + daysLeft)
          .split('-')
          .toReversed()
          .join('.')} 10:00:00`
      : null,
    sip_uri: vary(7, 3) === 0 ? `sip:${oid}@sip.example` : null,
    use_sip: vary(7, 3) === 0,
    sessions_reset_date: isTracking && ago !== null ? `${wallDayText(today - ago)}T00:00:00+03:00` : null,
    sessions_used: used,
    sessions,
    numbers: hasSite ? 2 + vary(6, 11) : 1,
    is_tracking: isTracking,
    is_upgradable: plan !== null && plan.used !== null && vary(18, 3) === 0,
    country,
    current_city_only: vary(8, 2) === 0,
    needs_renewing: isTracking && daysLeft < 21,
    needs_increasing: used !== null && used > sessions * 0.9,
    city: { id: cityId, name, name_int, translated_name },
    tariff: plan && plan.tariff,
    // The item's shape is not documented (G17).
    tariff_items: plan && vary(9, 2) === 0 ? [{ name: 'extra_numbers', quantity: 2, price: 600 }] : null,
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
        is_enabled: any(12),
        missed_only: any(13),
        monitor_enabled: vary(14, 2) === 0,
        monitor_recipients: vary(14, 2) === 0 ? `owner@${host}\naudit@northline.ru` : null,
        recipients: `sales@${host}\nreception@${host}`,
        subject_template: SUBJECT,
        message_template: MESSAGE,
        created_at: timestamp((today - 500 + vary(5, 60)) * DAY, 180),
        updated_at: timestamp((today - 20 - vary(15, 200)) * DAY, 180),
      },
    },
    client_phone_numbers: forwardingNumbers(id, place, host, 1 + vary(16, 3)),
  }
}

export const countedFrom = ({ spec, id }: SampleObject, now: number): string =>
  wallDayText(wallDayNumber(now) - resetOf(spec, id).counted)

export const sampleObjectRow = (object: SampleObject, seed: number, now: number, contacts: number) => {
  const { id, spec, alias } = object
  // A permutation of 32 bits: looks random, unique per id.
  const oid = ((Math.imul(id, 0x9e3779b1) ^ hash(seed, 'oid')) >>> 0).toString(16).padStart(8, '0')
  const { title = spec.title, answer = (details: Details): object => details } = EDGE_OBJECTS[alias] ?? {}
  const options = SCRIPT_OPTIONS.filter((option) => option !== 'gtm' && hash(id, option) % 3 > 0)
  return {
    id,
    account_id: object.accountId,
    oid,
    alias,
    title,
    title_search: title.toLowerCase(),
    status: OBJECT_STATUS[spec.status],
    script_config: JSON.stringify(spec.site === '' ? [] : options),
    custom_statuses: JSON.stringify(object.customStatuses),
    details: JSON.stringify(answer(detailsOf(object, oid, now, contacts))),
  } satisfies Insertable<ObjectTable>
}

/** An account's key: 40 hex digits, stable across sample versions because sessions hold it. */
export const apiKey = (seed: number, email: string): string =>
  Array.from({ length: 5 }, (_, block) => hash(seed, 'key', email, block).toString(16).padStart(8, '0')).join(
    '',
  )
