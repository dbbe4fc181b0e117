import type { Locale } from '#/i18n/locale.ts'
import { escapeHtml } from './html.ts'
import { block, INK, MAIL_SHEET, mailButton, type MailLink } from './styles.ts'

interface PlainPart {
  readonly title: string
  readonly lines: readonly string[]
  /** Link to act on it; longer parts have their links there. */
  readonly open?: MailLink
  readonly more?: { readonly html: string; readonly text: readonly string[] }
}

interface PlainMail {
  readonly language: Locale
  readonly subject: string
  readonly kind: string
  readonly parts: readonly PlainPart[]
  /** Why the recipient gets it, and how to unsubscribe. */
  readonly why: string
  readonly links: readonly MailLink[]
}

/** Parts with the same page share one button, below the last. */
const partHtml = ({ title, lines, open, more }: PlainPart, nth: number, parts: readonly PlainPart[]) =>
  `<div style="padding:${nth === 0 ? '24px 0 0' : '28px 0 0'}">` +
  block(nth === 0 ? 'h1' : 'h2', nth === 0 ? 24 : 18, 'text', escapeHtml(title), 600) +
  lines
    .map((line) => `<div style="padding:6px 0 0">${block('p', 16, 'second', escapeHtml(line))}</div>`)
    .join('') +
  (more?.html ?? '') +
  (open === undefined || parts[nth + 1]?.open?.address === open.address
    ? ''
    : `<div style="padding:16px 0 0">${mailButton(open)}</div>`) +
  '</div>'

/** A short mail as text and HTML, without external content. */
export const plainMail = ({ language, subject, kind, parts, why, links }: PlainMail) => {
  const text = [
    ...parts.flatMap(({ title, lines, open, more }) => [
      title,
      ...lines,
      ...(more?.text ?? []),
      ...(open === undefined ? [] : [`${open.words}: ${open.address}`]),
      '',
    ]),
    why,
    ...links.map(({ words, address }) => `${words}: ${address}`),
  ].join('\n')
  const ends = links
    .map(
      ({ words, address }) =>
        `<a href="${escapeHtml(address)}" class="c-second" style="color:${INK.second}">${escapeHtml(words)}</a>`,
    )
    .join(' · ')
  const html =
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
    `<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">` +
    `<title>${escapeHtml(subject)}</title><style>${MAIL_SHEET}</style></head>` +
    `<body class="b-paper" style="margin:0;padding:24px 20px;background:${INK.paper}"><div style="max-width:600px;margin:0 auto">` +
    `<table role="presentation" cellpadding="0" cellspacing="0" border="0" width="100%"><tr>` +
    `<td class="l" style="padding:0 0 20px;border-bottom:1px solid ${INK.line}">${block('span', 14, 'text', 'Callboard', 700)}</td>` +
    `<td class="l" align="right" style="padding:0 0 20px;border-bottom:1px solid ${INK.line}">${block('span', 13, 'third', escapeHtml(kind))}</td></tr></table>` +
    parts.map(partHtml).join('') +
    `<div class="l" style="margin:32px 0 0;padding:16px 0 0;border-top:1px solid ${INK.line}">${block('p', 13, 'third', `${escapeHtml(why)} ${ends}`)}</div>` +
    `</div></body></html>`
  return { subject, text, html }
}
