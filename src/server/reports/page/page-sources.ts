import { escapeHtml as text } from '#/server/mail/html.ts'
import type { SharedPage } from './shared-page-labels.ts'

type Table = NonNullable<SharedPage['sourceTable']>
type Row = Table['rows'][number]

const SIGNS = {
  more: 'M3 9 9 3M4 3h5v5',
  keep: 'M2 6.5 5 9.5 10 3',
  watch: 'M1 6s2-3.5 5-3.5S11 6 11 6 9 9.5 6 9.5 1 6 1 6zM6 5v2',
  stop: 'M3 3l6 6M9 3 3 9',
} as const satisfies Record<NonNullable<Row['verdict']>['is'], string>

const [WIDTH, HEIGHT] = [64, 12]
const at = (share: number) => Number((share * WIDTH).toFixed(2))

const rangeOf = ({ low, rate, high }: NonNullable<Row['target']>, average: number | null) =>
  `<svg aria-hidden="true" width="${WIDTH}" height="${HEIGHT}"><path class="axis" d="M0 6H${WIDTH}"/>` +
  (average === null ? '' : `<path class="mean" d="M${at(average)} 0V${HEIGHT}"/>`) +
  `<rect x="${at(low)}" y="4" width="${Math.max(at(high - low), 2)}" height="4" rx="2"/><circle cx="${at(rate)}" cy="6" r="3"/></svg>`

const cell = (label: string, content: string, names = '') =>
  `<td${names === '' ? '' : ` class="${names}"`} data-label="${text(label)}">${content}</td>`

const targetOf = ({ target, tooFew }: Row, { average }: Table) =>
  target === null
    ? `<span class="dim">${text(tooFew)}</span>`
    : `<span class="range"><b>${text(target.words)}</b>${rangeOf(target, average)}<span class="dim">${text(target.ends)}</span></span>`

const verdictOf = ({ verdict }: Row) =>
  verdict === null
    ? '<span class="dim">–</span>'
    : `<b class="${verdict.is}"><svg aria-hidden="true" width="12" height="12"><path d="${SIGNS[verdict.is]}"/></svg>${text(verdict.word)}</b>`

const rowOf = (row: Row, table: Table) =>
  `<tr><th scope="row"><bdi>${text(row.name)}</bdi></th>${cell(table.contacts, text(row.contacts))}` +
  (table.range === null ? '' : cell(table.range, targetOf(row, table), 'of-target')) +
  row.cells
    .map((words, nth) =>
      cell(table.columns[nth] ?? '', text(words), nth === 0 && row.missesMore ? 'worse' : ''),
    )
    .join('') +
  (table.verdict === null ? '' : cell(table.verdict, verdictOf(row), 'advice')) +
  '</tr>'

const sumOf = ({ name, contacts, rate = '', cells }: Table['all'], table: Table, names: string) =>
  `<tr class="${names}"><th scope="row">${text(name)}</th>${cell(table.contacts, text(contacts))}` +
  (table.range === null ? '' : cell(table.range, text(rate), 'of-target')) +
  cells.map((words, nth) => cell(table.columns[nth] ?? '', text(words))).join('') +
  (table.verdict === null ? '' : '<td class="advice"></td>') +
  '</tr>'

/** The table of sources; on phones each source takes two lines. */
export const sourceTableOf = (table: Table): string => {
  const { title, note, name, contacts, range, columns, verdict, cutAfter, rows, rest, idle, all, legend } =
    table
  const heads = [name, contacts, ...(range === null ? [] : [range]), ...columns]
  const count = heads.length + (verdict === null ? 0 : 1)
  const head = (words: string) =>
    `<th scope="col"${words === range ? ' class="of-target"' : ''}>${text(words)}</th>`
  return (
    `<section class="sources"><h2>${text(title)}${note === '' ? '' : ` <small>${text(note)}</small>`}</h2>` +
    `<table><thead><tr>${heads.map(head).join('')}${verdict === null ? '' : `<th scope="col" class="advice">${text(verdict)}</th>`}</tr></thead><tbody>` +
    rows
      .map(
        (row, nth) =>
          (nth === cutAfter ? `<tr class="cut"><td colspan="${count}">⋯</td></tr>` : '') + rowOf(row, table),
      )
      .join('') +
    (rest ? sumOf(rest, table, 'rest') : '') +
    (idle ? sumOf(idle, table, 'rest') : '') +
    sumOf(all, table, 'all') +
    `</tbody></table>${legend === null ? '' : `<p class="legend">${text(legend)}</p>`}</section>`
  )
}
