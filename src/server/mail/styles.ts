import { escapeHtml } from './html.ts'

/*
 * Styles that old mail programs render: inline colours; phones and dark mode use the style sheet, which some
 * programs drop. Loads nothing.
 */

const FONT = "font-family:Inter,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif;"
export const INK = {
  text: '#201e1a',
  second: '#504c48',
  third: '#6b6761',
  better: '#26753e',
  worse: '#b82a24',
  warn: '#8a5a00',
  accent: '#00646a',
  line: '#e5e4e1',
  paper: '#fcfcfa',
  bar: '#a7a49f',
} as const
export type Ink = keyof typeof INK
export const DARK: Record<Ink, string> = {
  text: '#edebe6',
  second: '#c9c5be',
  third: '#a29d95',
  better: '#7cc48f',
  worse: '#f0908a',
  warn: '#e0b15c',
  accent: '#4fb3b5',
  line: '#3a3834',
  paper: '#191815',
  bar: '#75706a',
}

export const MAIL_SHEET = [
  ':root{color-scheme:light dark;supported-color-schemes:light dark}',
  '@media(max-width:480px){.card{display:inline-block!important;width:50%!important;border:0!important;padding:0 0 16px!important;box-sizing:border-box}.bar{display:none!important}.wide{padding-right:12px!important}.apart{padding-left:8px!important}.day{width:1%!important;padding-right:10px!important}.narrow{display:block!important}}',
  `@media(prefers-color-scheme:dark){.b-paper{background:${DARK.paper}!important}${Object.entries(DARK)
    .map(([ink, colour]) => `.c-${ink}{color:${colour}!important}`)
    .join(
      '',
    )}.l{border-color:${DARK.line}!important}.b-accent{background:${DARK.accent}!important}.b-line{background:${DARK.line}!important}.b-bar{background:${DARK.bar}!important}.b-worse{background:${DARK.worse}!important}.on{color:#0b2223!important}}`,
].join('')

const styled = (size: number, ink: Ink, weight = 400) =>
  `class="c-${ink}" style="${FONT}font-size:${size}px;line-height:${size > 20 ? Math.round(size * 1.28) : Math.round(size * 1.5)}px;color:${INK[ink]};font-weight:${weight};font-variant-numeric:tabular-nums;margin:0`
export const block = (
  tag: 'p' | 'div' | 'span' | 'h1' | 'h2',
  size: number,
  ink: Ink,
  content: string,
  weight = 400,
) => `<${tag} ${styled(size, ink, weight)}">${content}</${tag}>`

export interface MailLink {
  readonly words: string
  readonly address: string
}

export const mailButton = ({ words, address }: MailLink): string =>
  `<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td class="b-accent" style="background:${INK.accent};border-radius:6px"><a href="${escapeHtml(address)}" class="on" style="${FONT}display:inline-block;padding:10px 18px;font-size:15px;line-height:20px;font-weight:600;color:#ffffff;text-decoration:none">${escapeHtml(words)}</a></td></tr></table>`
