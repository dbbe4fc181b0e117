import { escapeHtml as text } from '#/server/mail/html.ts'
import { block, INK, MAIL_SHEET, mailButton, type Ink } from '#/server/mail/styles.ts'
import type { MailLabels } from './mail-labels.ts'
import { sourcesHtml, sourcesText } from './mail-sources.ts'
import { APART, cell, headCell, LINE, mailRow, mailTable } from './mail-table.ts'

/*
 * HTML that old mail programs render: tables and inline colours; phones and dark mode use the style sheet,
 * which some programs drop. Loads nothing.
 */

const CARDS_IN_ROW = 4

const cardsHtml = ({ cards }: MailLabels) =>
  mailTable(
    Array.from({ length: Math.ceil(cards.length / CARDS_IN_ROW) }, (_, nth) =>
      cardRow(
        cards.slice(nth * CARDS_IN_ROW, (nth + 1) * CARDS_IN_ROW),
        Math.min(CARDS_IN_ROW, cards.length),
        nth > 0,
      ),
    ).join(''),
  )

const cardRow = (cards: MailLabels['cards'], columns: number, isBelow: boolean) =>
  `<tr>${cards
    .map(({ name, value, change, verdict, beside }, nth) => {
      const ink: Ink = verdict === 'worse' ? 'worse' : verdict === 'better' ? 'better' : 'third'
      return (
        `<td class="card l" width="${Math.floor(100 / columns)}%" valign="top" style="${nth === 0 ? '' : `border-left:1px solid ${INK.line};padding-left:16px;`}${isBelow ? 'padding-top:16px' : ''}">` +
        block('div', 13, 'second', text(name)) +
        block('div', 26, 'text', text(value), 600) +
        block('div', 12, ink, text(change ?? '\u00a0'), 500) +
        (beside === null ? '' : block('div', 12, 'third', text(beside))) +
        '</td>'
      )
    })
    .join('')}</tr>`

const planHtml = ({ plan }: MailLabels) =>
  plan === null
    ? ''
    : mailRow('0 0 6px', block('div', 13, 'second', text(plan.name))) +
      mailRow(
        '0 0 8px',
        `${block('span', 20, 'text', text(plan.done), 600)} ${block('span', 14, 'third', text(plan.of))}`,
      ) +
      mailRow(
        '0 0 6px',
        `<div class="b-line" style="background:${INK.line};border-radius:4px"><div class="b-accent" style="height:8px;width:${Math.round(plan.share * 100)}%;background:${INK.accent};border-radius:4px;font-size:0;line-height:0">&nbsp;</div></div>`,
      ) +
      mailRow(
        '0 0 20px',
        `${block('span', 13, 'second', `${text(plan.range)},`)} ${block('span', 13, plan.isBehind ? 'worse' : 'third', text(plan.verdict), plan.isBehind ? 600 : 400)}`,
      )

const findingsHtml = ({ findings }: MailLabels) =>
  findings
    .map(({ is, what, detail }) => {
      const sign =
        is === 'missed' ? block('span', 15, 'worse', '×', 700) : block('span', 15, 'warn', '!', 700)
      return `<tr><td width="20" valign="top" style="padding:4px 0">${sign}</td><td style="padding:4px 0">${block('span', 15, 'second', `<b class="c-text" style="color:${INK.text};font-weight:600">${text(what)}</b> ${text(detail)}`)}</td></tr>`
    })
    .join('')

const changesHtml = ({ changes }: MailLabels) =>
  changes === null
    ? ''
    : mailRow('4px 0 4px', block('h2', 15, 'text', text(changes.title), 600)) +
      mailRow('0 0 6px', block('p', 15, 'second', text(changes.sentence))) +
      (changes.lines.length === 0
        ? ''
        : mailRow(
            '0 0 12px',
            mailTable(
              changes.lines
                .map(
                  ({ name, change }) =>
                    `<tr>${cell('td', 'left', block('span', 14, 'text', text(name)))}${cell('td', 'right', block('span', 14, 'text', text(change), 600))}</tr>`,
                )
                .join(''),
            ),
          ))

const byDayHtml = ({ byDay }: MailLabels) =>
  byDay === null
    ? ''
    : mailRow('24px 0 8px', block('h2', 15, 'text', text(byDay.title), 600)) +
      mailRow(
        '0 0 8px',
        mailTable(
          `<tr>${headCell('left', '', 'width:76px')}${headCell('left', '', '', 'bar')}${headCell('right', byDay.contacts)}${headCell('right', byDay.before, ...APART)}${byDay.missed === null ? '' : headCell('right', byDay.missed, ...APART)}</tr>` +
            byDay.rows
              .map(
                ({ day, share, contacts, before, missed, isHigh }) =>
                  `<tr>${cell('td', 'left', block('span', 14, 'second', text(day)))}` +
                  cell(
                    'td',
                    'left',
                    share === 0
                      ? ''
                      : `<div class="b-accent" style="height:8px;width:${Math.max(1, Math.round(share * 100))}%;background:${INK.accent};font-size:0;line-height:0">&nbsp;</div>`,
                    'width:220px;',
                    'bar',
                  ) +
                  cell('td', 'right', block('span', 14, 'text', text(contacts), 600)) +
                  cell('td', 'right', block('span', 14, 'third', text(before))) +
                  (byDay.missed === null
                    ? ''
                    : cell(
                        'td',
                        'right',
                        block('span', 14, isHigh ? 'worse' : 'text', text(missed), isHigh ? 600 : 400),
                      )) +
                  '</tr>',
              )
              .join(''),
        ),
      )

const notesHtml = ({ notes }: MailLabels) =>
  notes === null
    ? ''
    : mailRow('24px 0 8px', block('h2', 15, 'text', text(notes.title), 600)) +
      mailRow(
        '0 0 8px',
        mailTable(
          notes.rows
            .map(
              ({ day, text: noteText, object }) =>
                `<tr><td class="l day" valign="top" style="${LINE}width:76px;padding:8px 12px 8px 0;white-space:nowrap">${block('span', 14, 'second', text(day))}</td>` +
                cell(
                  'td',
                  'left',
                  block('span', 14, 'text', text(noteText)) +
                    (object === null ? '' : ` ${block('span', 12, 'third', text(object))}`),
                  'overflow-wrap:anywhere',
                ) +
                '</tr>',
            )
            .join('') +
            (notes.more === null
              ? ''
              : `<tr><td></td><td style="padding:8px 0">${block('span', 14, 'third', text(notes.more))}</td></tr>`),
        ),
      )

export interface MailLinks {
  readonly open: string
  readonly change: string
  readonly stop: string
}

const link = (href: string, words: string) =>
  `<a href="${text(href)}" class="c-third" style="color:${INK.third};text-decoration:underline">${text(words)}</a>`

export const mailHtml = (words: MailLabels, links: MailLinks): string =>
  `<!doctype html><html lang="${words.language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${text(words.subject)}</title><style>${MAIL_SHEET}</style></head>` +
  `<body class="b-paper" style="margin:0;padding:0;background:${INK.paper}">` +
  `<div style="display:none;max-height:0;overflow:hidden">${text(words.cards.map(({ name, value }) => `${name}: ${value}`).join(', '))}</div>` +
  `<table role="presentation" cellpadding="0" cellspacing="0" border="0" width="100%" class="b-paper" style="background:${INK.paper}"><tr><td align="center" style="padding:24px 16px 32px">` +
  `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="width:100%;max-width:600px;text-align:left">` +
  mailRow(
    '0',
    mailTable(
      `<tr><td class="l" style="${LINE}padding:0 0 20px">${block('span', 14, 'text', 'Callboard', 600)}</td><td class="l" align="right" style="${LINE}padding:0 0 20px">${block('span', 13, 'third', text(words.label))}</td></tr>`,
    ),
  ) +
  mailRow('24px 0 4px', block('p', 15, 'second', text(words.where))) +
  mailRow('0 0 20px', block('h1', 24, 'text', text(words.headline), 600)) +
  mailRow('0 0 20px', cardsHtml(words)) +
  planHtml(words) +
  (words.findings.length === 0
    ? ''
    : mailRow('4px 0 4px', block('h2', 15, 'text', text(words.needsYou), 600)) +
      mailRow('0 0 12px', mailTable(findingsHtml(words)))) +
  changesHtml(words) +
  mailRow('4px 0 8px', mailButton({ words: words.open, address: links.open })) +
  byDayHtml(words) +
  notesHtml(words) +
  sourcesHtml(words) +
  mailRow(
    '28px 0 0',
    mailTable(
      `<tr><td class="l" style="border-top:1px solid ${INK.line};padding:14px 0 0">${block('p', 12, 'third', `${text(words.footer)} ${link(links.change, words.change)} · ${link(links.stop, words.stop)}`)}</td></tr>`,
    ),
  ) +
  '</table></td></tr></table></body></html>'

export const mailText = (words: MailLabels, links: MailLinks): string =>
  [
    words.where,
    words.headline,
    '',
    ...words.cards.map(
      ({ name, value, change, beside }) =>
        `${name}: ${value}${change === null ? '' : ` (${change})`}${beside === null ? '' : `, ${beside}`}`,
    ),
    ...(words.plan === null
      ? []
      : [
          `${words.plan.name}: ${words.plan.done} ${words.plan.of}. ${words.plan.range} (${words.plan.verdict})`,
        ]),
    '',
    ...(words.findings.length > 0
      ? [words.needsYou, ...words.findings.map(({ what, detail }) => `- ${what} ${detail}`), '']
      : []),
    ...(words.changes
      ? [
          words.changes.title,
          words.changes.sentence,
          ...words.changes.lines.map(({ name, change }) => `${name}: ${change}`),
          '',
        ]
      : []),
    `${words.open}: ${links.open}`,
    '',
    ...(words.byDay
      ? [
          words.byDay.title,
          ...words.byDay.rows.map(
            ({ day, contacts, before, missed }) =>
              `${day}: ${contacts} (${words.byDay?.before ?? ''} ${before})${words.byDay?.missed == null ? '' : `, ${words.byDay.missed} ${missed}`}`,
          ),
          '',
        ]
      : []),
    ...(words.notes
      ? [
          words.notes.title,
          ...words.notes.rows.map(
            ({ day, text: noteText, object }) =>
              `${day}: ${noteText}${object === null ? '' : ` (${object})`}`,
          ),
          ...(words.notes.more === null ? [] : [words.notes.more]),
          '',
        ]
      : []),
    ...sourcesText(words),
    words.footer,
    `${words.change}: ${links.change}`,
    `${words.stop}: ${links.stop}`,
  ].join('\n')
