import type { MissedDayLabels } from '#/contract/alerts/missed-day.ts'
import { escapeHtml } from '#/server/mail/html.ts'
import { block, INK, mailButton, type Ink } from '#/server/mail/styles.ts'

/* A missed-rate alert's day in its mail: waiting callers, a table with bars that all mail programs render, and links. */

interface DayLinks {
  readonly callBack: string
  readonly journal: string
}

const WIDTHS = [120, 56, 64, 56] as const

const cell = (
  tag: 'th' | 'td',
  nth: number,
  text: string,
  { size = 14, ink, weight = 400, line }: { size?: number; ink: Ink; weight?: number; line: string },
) =>
  `<${tag} ${tag === 'th' ? 'scope="col" ' : ''}class="l day" align="${nth === 0 ? 'left' : 'right'}" width="${WIDTHS[nth]}" style="padding:8px ${nth === 3 ? 16 : 12}px 8px 0;${line}white-space:nowrap">${block('span', size, ink, escapeHtml(text), weight)}</${tag}>`

const barHtml = (bar: number, isAbove: boolean) => {
  if (bar === 0) return '&nbsp;'
  const ink = isAbove ? 'worse' : 'bar'
  const thin = 'height:8px;line-height:8px;font-size:0'
  return (
    `<table role="presentation" cellpadding="0" cellspacing="0" border="0" width="100%"><tr>` +
    `<td class="b-${ink}" width="${bar}%" style="background:${INK[ink]};${thin}">&nbsp;</td><td width="${100 - bar}%" style="${thin}">&nbsp;</td></tr></table>`
  )
}

const tableHtml = ({ heads, rows, sum, in_hours: inHours, red }: MissedDayLabels) => {
  const line = `border-bottom:1px solid ${INK.line};`
  const head = heads
    .map((text, nth) => cell('th', nth, text, { size: 12, ink: 'third', weight: 500, line }))
    .join('')
  const body = rows.map(({ hours, calls, missed, rate, bar, isAbove }) => {
    const cellStyle = isAbove
      ? ({ ink: 'worse', weight: 600, line } as const)
      : ({ ink: 'text', line } as const)
    return (
      `<tr>${cell('td', 0, hours, { ink: 'text', line })}${cell('td', 1, calls, { ink: 'second', line })}` +
      `${cell('td', 2, missed, cellStyle)}${cell('td', 3, rate, cellStyle)}<td class="l" style="${line}">${barHtml(bar, isAbove)}</td></tr>`
    )
  })
  // Phones have no room for it beside the sum.
  const redHtml = block('span', 12, 'third', escapeHtml(red))
  const bold = { ink: 'text', weight: 600, line: '' } as const
  const last =
    `<tr>${cell('td', 0, sum.hours, bold)}${cell('td', 1, sum.calls, bold)}${cell('td', 2, sum.missed, bold)}` +
    `${cell('td', 3, sum.rate, { ...bold, ink: 'worse' })}<td><span class="bar">${redHtml}</span></td></tr>`
  const plain = { ink: 'second', line: '' } as const
  const working =
    inHours === undefined
      ? ''
      : `<tr>${[inHours.hours, inHours.calls, inHours.missed, inHours.rate]
          .map((text, nth) => cell('td', nth, text, plain))
          .join('')}<td></td></tr>`
  return (
    `<table cellpadding="0" cellspacing="0" border="0" width="100%"><tr>${head}<td class="l" style="${line}"></td></tr>` +
    `${body.join('')}${last}${working}</table><div class="narrow" style="display:none">${redHtml}</div>`
  )
}

/** @param places absolute addresses */
export const missedDayHtml = (words: MissedDayLabels, { callBack, journal }: DayLinks): string => {
  const { waiting, title, note } = words
  const link = `<a href="${escapeHtml(journal)}" class="c-accent" style="color:${INK.accent}">${escapeHtml(words.journal.link)}</a>`
  return (
    (waiting === null
      ? ''
      : `<div style="padding:16px 0 0">${block('p', 16, 'text', escapeHtml(waiting.text), 600)}</div>` +
        `<div style="padding:12px 0 0">${mailButton({ words: waiting.button, address: callBack })}</div>`) +
    `<div style="padding:28px 0 4px">${block('h2', 15, 'text', `${escapeHtml(title)} ${block('span', 13, 'third', escapeHtml(note))}`, 600)}</div>` +
    tableHtml(words) +
    `<div style="padding:12px 0 0">${block('p', 14, 'second', `${link} ${escapeHtml(words.journal.rest)}`)}</div>`
  )
}

/** @param places absolute addresses */
export const missedDayText = (
  { waiting, title, note, heads, rows, sum, in_hours: inHours, red, journal: cellStyle }: MissedDayLabels,
  { callBack, journal }: DayLinks,
): string[] => {
  const lines = [
    heads,
    ...[...rows, sum, ...(inHours ? [inHours] : [])].map(({ hours, calls, missed, rate }) => [
      hours,
      calls,
      missed,
      rate,
    ]),
  ]
  const widths = heads.map((_, nth) => Math.max(...lines.map((line) => line[nth]!.length)))
  const marked = rows.map(({ isAbove }) => isAbove)
  return [
    ...(waiting === null ? [] : ['', waiting.text, `${waiting.button}: ${callBack}`]),
    '',
    `${title} (${note})`,
    ...lines.map(
      (line, nth) =>
        line
          .map((text, column) =>
            column === 0 ? text.padEnd(widths[column]!) : text.padStart(widths[column]!),
          )
          .join('  ') + (marked[nth - 1] || nth === rows.length + 1 ? ' !' : ''),
    ),
    `! ${red}`,
    '',
    `${cellStyle.link} ${cellStyle.rest} ${journal}`,
  ]
}
