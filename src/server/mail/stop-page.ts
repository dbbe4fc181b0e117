import { createHash } from 'node:crypto'
import { m } from '#/i18n/paraglide/messages.js'
import type { Locale } from '#/i18n/locale.ts'
import { escapeHtml } from './html.ts'

/* Separate from its routes, so that messages are loaded on first use. */

const STYLE = `
:root{color-scheme:light dark}
body{margin:0;font:16px/1.5 system-ui,sans-serif;background:#fdfdfb;color:#1c1b19}
main{max-width:28rem;margin:0 auto;padding:4rem 1.25rem}
h1{font-size:1.375rem;line-height:1.25;margin:0 0 .75rem}
p{margin:0 0 1.5rem;overflow-wrap:anywhere}
button{font:inherit;font-weight:600;min-height:2.75rem;padding:0 1.125rem;border:0;border-radius:.375rem;background:#00646a;color:#fff;cursor:pointer}
button:focus-visible{outline:2px solid #00646a;outline-offset:2px}
@media(prefers-color-scheme:dark){body{background:#171614;color:#edebe6}button{background:#4fb3b5;color:#0b2223}button:focus-visible{outline-color:#4fb3b5}}
`
export const STOP_STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')

const pageOf = (language: Locale, title: string, body: string) =>
  `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
  `<title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body><main><h1>${escapeHtml(title)}</h1>${body}</main></body></html>`

/**
 * Unsubscribe page, before and after.
 * @param to null: an invalid link
 */
export const stopPage = (locale: Locale, to: string | null, isDone: boolean): string => {
  const inTheirs = { locale }
  if (to === null)
    return pageOf(
      locale,
      m.mail_stop_unknown({}, inTheirs),
      `<p>${escapeHtml(m.mail_stop_unknown_hint({}, inTheirs))}</p>`,
    )
  if (isDone)
    return pageOf(
      locale,
      m.mail_stopped({}, inTheirs),
      `<p>${escapeHtml(m.mail_stopped_hint({ address: to }, inTheirs))}</p>`,
    )
  return pageOf(
    locale,
    m.mail_stop_title({}, inTheirs),
    `<p>${escapeHtml(m.mail_stop_hint({ address: to }, inTheirs))}</p>` +
      `<form method="post"><button type="submit">${escapeHtml(m.mail_stop({}, inTheirs))}</button></form>`,
  )
}
