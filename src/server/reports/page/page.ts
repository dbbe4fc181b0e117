import type { Locale } from '#/i18n/locale.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { escapeHtml as text } from '#/server/mail/html.ts'
import { SHARED_STYLE, HEAT_STEPS } from './page-style.ts'
import type { SharedPage } from './shared-page-labels.ts'
import { sourceTableOf } from './page-sources.ts'

type Missed = NonNullable<SharedPage['missed']>
type When = NonNullable<SharedPage['when']>

const headOf = ({ title, note }: { readonly title: string; readonly note: string }) =>
  `<h2>${text(title)}${note === '' ? '' : ` <small>${text(note)}</small>`}</h2>`

const BAR = 96

const missedOf = (missed: Missed) =>
  `<section class="missed">${headOf(missed)}${missed.words === '' ? '' : `<p>${text(missed.words)}</p>`}<table><tbody>` +
  missed.bars
    .map(
      ({ name, words, share, isMost }) =>
        `<tr${isMost ? ' class="most"' : ''}><th scope="row"><bdi>${text(name)}</bdi></th>` +
        `<td><svg aria-hidden="true" width="${BAR}" height="8"><rect width="${Math.max(2, Number((share * BAR).toFixed(2)))}" height="8"/></svg></td>` +
        `<td class="strong">${text(words)}</td></tr>`,
    )
    .join('') +
  '</tbody></table></section>'

const whenOf = (when: When) =>
  `<section class="when">${headOf(when)}<table><thead><tr><td></td>${when.columns
    .map((name) => `<th scope="col">${text(name)}</th>`)
    .join('')}</tr></thead><tbody>` +
  when.rows
    .map(
      ({ name, isPartial, cells }) =>
        `<tr${isPartial ? ' class="partial"' : ''}><th scope="row">${text(name)}</th>${cells
          .map(
            ({ share, words }) =>
              `<td class="h${Math.ceil(share * (HEAT_STEPS - 1))}">${text(words ?? '')}</td>`,
          )
          .join('')}</tr>`,
    )
    .join('') +
  `</tbody></table><p class="legend">${text(when.legend)}</p></section>`

const sharedWeekOf = ({ missed, when }: SharedPage): string =>
  missed || when ? `<div class="week">${missed ? missedOf(missed) : ''}${when ? whenOf(when) : ''}</div>` : ''

/*
 * A page without session and scripts. All texts are escaped here; drawings use attributes, since the policy
 * forbids inline styles.
 */

const documentOf = (language: Locale, title: string, body: string, names = '') =>
  `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">` +
  '<meta name="robots" content="noindex,nofollow"><meta name="referrer" content="no-referrer"><meta name="color-scheme" content="light dark"><meta name="format-detection" content="telephone=no">' +
  `<title>${text(title)}</title><style>${SHARED_STYLE}</style></head><body${names}><main>${body}</main></body></html>`

const brandOf = ({ name, domain, logo }: NonNullable<SharedPage['brand']>) =>
  `<span class="brand">${logo === null ? '' : `<img src="${text(logo)}" alt="">`}<span><b>${text(name)}</b>${
    domain === null ? '' : `<small>${text(domain)}</small>`
  }</span></span>`

const topOf = ({ brand, label }: SharedPage) =>
  `<div class="top">${brand ? brandOf(brand) : '<b>Callboard</b>'}<span>${text(label)}</span></div>`

const cardsOf = ({ cards }: SharedPage) =>
  `<dl class="cards">${cards
    .map(
      ({ name, value, change, verdict, beside }) =>
        `<div><dt>${text(name)}</dt><dd class="value">${text(value)}</dd>${
          change === null
            ? ''
            : `<dd class="change${verdict === 'better' || verdict === 'worse' ? ` ${verdict}` : ''}">${text(change)}</dd>`
        }${beside ? `<dd class="change">${text(beside)}</dd>` : ''}</div>`,
    )
    .join('')}</dl>`

/** Progress as an SVG: the policy forbids inline styles. */
const planOf = ({ plan }: SharedPage) =>
  plan
    ? `<section class="plan"><h2>${text(plan.name)}</h2><p><b>${text(plan.done)}</b> ${text(plan.of)}</p>` +
      `<svg aria-hidden="true" viewBox="0 0 100 1" preserveAspectRatio="none"><path class="grid" d="M0 0H100V1H0z"/><path class="now" d="M0 0H${shown(plan.share * 100)}V1H0z"/></svg>` +
      `<p>${text(plan.range)}, <span${plan.isBehind ? ' class="worse"' : ''}>${text(plan.verdict)}</span></p></section>`
    : ''

const findingsOf = ({ findings, findingsTitle }: SharedPage) =>
  findings.length === 0
    ? ''
    : `<section class="findings"><h2>${text(findingsTitle)}</h2><ul>${findings
        .map(
          ({ is, what, detail }) =>
            `<li class="${is}"><i aria-hidden="true">${is === 'missed' ? '×' : '!'}</i><span><b>${text(what)}</b> ${text(detail)}</span></li>`,
        )
        .join('')}</ul></section>`

const changesOf = ({ changes }: SharedPage) =>
  changes
    ? `<section class="changes"><h2>${text(changes.title)}</h2><p>${text(changes.sentence)}</p>` +
      (changes.lines.length === 0
        ? ''
        : `<table><tbody>${changes.lines
            .map(
              ({ name, change }) =>
                `<tr><th scope="row"><bdi>${text(name)}</bdi></th><td class="strong">${text(change)}</td></tr>`,
            )
            .join('')}</tbody></table>`) +
      '</section>'
    : ''

type ByDay = NonNullable<SharedPage['byDay']>

/** Height of the viewBox, which is stretched. */
const HEIGHT = 100
const STEP = 10
const GAP = 1.5
const NAMED = 4

const shown = (of: number) => Number(of.toFixed(2))

const chartOf = ({ title, contacts, before, most, rows }: ByDay) => {
  const top = Math.max(1, ...rows.map(({ shareBefore }) => shareBefore ?? 0))
  const y = (share: number) => shown(HEIGHT - (share / top) * HEIGHT)
  const bars = rows
    .map(
      ({ share }, nth) =>
        `M${shown(nth * STEP + GAP)} ${HEIGHT}V${y(share)}h${shown(STEP - 2 * GAP)}V${HEIGHT}z`,
    )
    .join('')
  const hasBefore = rows.some(({ shareBefore }) => shareBefore !== null)
  const then = rows
    .flatMap(({ shareBefore }, nth) =>
      shareBefore === null ? [] : [`M${nth * STEP} ${y(shareBefore)}h${STEP}`],
    )
    .join('')
  const every = Math.max(1, Math.ceil((rows.length - 1) / (NAMED - 1)))
  const width = rows.length * STEP
  return (
    `<p class="key"><span>${text(contacts)}</span>${hasBefore ? `<span class="before">${text(before)}</span>` : ''}</p>` +
    `<div class="chart"><span class="y most">${text(most)}</span>` +
    `<svg role="img" aria-label="${text(title)}" viewBox="0 0 ${width} ${HEIGHT}" preserveAspectRatio="none">` +
    `<path class="grid" vector-effect="non-scaling-stroke" d="M0 0H${width}M0 ${HEIGHT / 2}H${width}"/>` +
    `<path class="now" d="${bars}"/>` +
    (hasBefore ? `<path class="then" vector-effect="non-scaling-stroke" d="${then}"/>` : '') +
    `</svg><span class="y none" aria-hidden="true">0</span>` +
    `<div class="x" aria-hidden="true">${rows.map(({ day }, nth) => `<span>${nth % every === 0 ? text(day) : ''}</span>`).join('')}</div></div>`
  )
}

const trendOf = ({ byDay }: SharedPage) =>
  byDay === null ? '' : `<section><h2>${text(byDay.title)}</h2>${chartOf(byDay)}</section>`

const daysOf = ({ byDay, figures }: SharedPage) => {
  if (byDay === null) return ''
  const { contacts, before, missed, rows } = byDay
  const hasBefore = rows.some(({ shareBefore }) => shareBefore !== null)
  return (
    `<section class="days"><h2>${text(figures)}</h2>` +
    `<table><thead><tr><td></td><th scope="col">${text(contacts)}</th>` +
    (hasBefore ? `<th scope="col">${text(before)}</th>` : '') +
    (missed === null ? '' : `<th scope="col">${text(missed)}</th>`) +
    '</tr></thead><tbody>' +
    rows
      .map(
        (row) =>
          `<tr><th scope="row">${text(row.day)}</th><td class="strong">${text(row.contacts)}</td>` +
          (hasBefore ? `<td class="dim">${text(row.before)}</td>` : '') +
          (missed === null ? '' : `<td${row.isHigh ? ' class="worse"' : ''}>${text(row.missed)}</td>`) +
          '</tr>',
      )
      .join('') +
    '</tbody></table></section>'
  )
}

const notesOf = ({ notes }: SharedPage) =>
  notes
    ? `<section class="notes"><h2>${text(notes.title)}</h2><dl>${notes.rows
        .map(
          ({ day, text: noteText, object }) =>
            `<div><dt>${text(day)}</dt><dd><bdi>${text(noteText)}</bdi>${object === null ? '' : ` <small>${text(object)}</small>`}</dd></div>`,
        )
        .join('')}</dl>${notes.more === null ? '' : `<p>${text(notes.more)}</p>`}</section>`
    : ''

/** For pages stored before {@link sourceTableOf}. */
const sourcesBefore = ({ sources, sourcesTitle = '', columns }: SharedPage) => {
  if (!sources || !columns || sources.rows.length === 0) return ''
  const { rows, rest, all, note } = sources
  const cell = (value: string | null, names = '') =>
    value === null ? '' : `<td${names === '' ? '' : ` class="${names}"`}>${text(value)}</td>`
  const line = ({ name, end, contacts, target, missed, isWorse }: (typeof rows)[number], names = '') =>
    `<tr${names}><th scope="row"><bdi>${text(name)}</bdi>${end ? ` <small class="${end.is}">${text(end.words)}</small>` : ''}</th>${cell(contacts)}${cell(target, 'strong')}${cell(missed, isWorse ? 'worse' : '')}</tr>`
  return (
    `<section><h2>${text(sourcesTitle)}<small>${text(note)}</small></h2><table><thead><tr><th scope="col">${text(columns.source)}</th><th scope="col">${text(columns.contacts)}</th>` +
    (all.target === null ? '' : `<th scope="col">${text(columns.target)}</th>`) +
    (all.missed === null ? '' : `<th scope="col">${text(columns.missed)}</th>`) +
    `</tr></thead><tbody>${rows.map((one) => line(one)).join('')}` +
    (rest === null
      ? ''
      : `<tr class="rest"><th scope="row">${text(rest.name)}</th>${cell(rest.contacts)}${all.target === null ? '' : '<td></td>'}${all.missed === null ? '' : '<td></td>'}</tr>`) +
    line(all, ' class="all"') +
    '</tbody></table></section>'
  )
}

export const sharedPageHtml = (page: SharedPage): string =>
  documentOf(
    page.language,
    [page.name, ...page.conditions].join(' · '),
    topOf(page) +
      `<h1><bdi>${text(page.name)}</bdi></h1>` +
      `<p class="where">${page.conditions.map((one) => `<span><bdi>${text(one)}</bdi></span>`).join('')}</p>` +
      `<p class="say">${text(page.headline)}</p>` +
      cardsOf(page) +
      planOf(page) +
      findingsOf(page) +
      changesOf(page) +
      trendOf(page) +
      notesOf(page) +
      (page.sourceTable ? sourceTableOf(page.sourceTable) : sourcesBefore(page)) +
      sharedWeekOf(page) +
      daysOf(page) +
      `<footer><p>${text(page.footer)}</p><p>${text(page.frozen)} Callboard, ${text(page.made)}.</p></footer>`,
  )

const NOTES = {
  absent: [m.shared_report_absent, m.shared_report_absent_hint],
  too_many: [m.shared_report_too_many, m.shared_report_too_many_hint],
  unavailable: [m.shared_report_unavailable, m.shared_report_unavailable_hint],
} as const
export type SharedNote = keyof typeof NOTES

export const sharedNoteHtml = (is: SharedNote, locale: Locale): string => {
  const [title, hint] = NOTES[is].map((words) => words({}, { locale }))
  return documentOf(
    locale,
    title ?? '',
    `<div class="top"><b>Callboard</b></div><h1>${text(title ?? '')}</h1><p>${text(hint ?? '')}</p>`,
    ' class="note"',
  )
}
