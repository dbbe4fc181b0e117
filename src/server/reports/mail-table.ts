import { escapeHtml as text } from '#/server/mail/html.ts'
import { block, INK } from '#/server/mail/styles.ts'

/* Tables as old mail programs render them. */

export const mailTable = (rows: string, extra = '') =>
  `<table role="presentation" cellpadding="0" cellspacing="0" border="0" width="100%"${extra}>${rows}</table>`
export const mailRow = (padding: string, content: string) =>
  `<tr><td style="padding:${padding}">${content}</td></tr>`
export const LINE = `border-bottom:1px solid ${INK.line};`

type Side = 'left' | 'right'
export const cell = (tag: 'td' | 'th', align: Side, content: string, more = '', names = '') =>
  `<${tag} align="${align}" class="l ${names}" style="${LINE}padding:8px 0;text-align:${align};${more}">${content}</${tag}>`
export const headCell = (align: Side, content: string, more = '', names = '') =>
  cell('th', align, block('span', 12, 'third', text(content)), more, names)

/** Headings wider than their column, which wrap on phones. */
export const APART = ['padding-left:12px', 'apart'] as const
