import { escapeHtml as text } from '#/server/mail/html.ts'
import { block, type Ink } from '#/server/mail/styles.ts'
import type { MailLabels } from './mail-labels.ts'
import { APART, cell, headCell, LINE, mailRow, mailTable } from './mail-table.ts'

type SourceTable = NonNullable<MailLabels['sourceTable']>

const NOTHING: ReadonlySet<string> = new Set(['', '–', '0'])

/** Values without a column of their own, such as costs, are shown under the name. */
const cellsOf = (cells: readonly string[], { columns, missed }: SourceTable) => {
  const named = cells.map((words, nth) => ({ name: columns[nth] ?? '', words }))
  return {
    missed: named.find(({ name }) => name === missed)?.words ?? null,
    others: named.flatMap(({ name, words }) =>
      name === missed || NOTHING.has(words) ? [] : `${name} ${words}`,
    ),
  }
}

const VERDICT_INK = {
  more: 'better',
  keep: 'second',
  watch: 'warn',
  stop: 'worse',
} as const satisfies Record<NonNullable<SourceTable['rows'][number]['verdict']>['is'], Ink>

export const sourcesHtml = ({ sourceTable: sources }: MailLabels) => {
  if (sources === null) return ''
  const { title, note, name, contacts, rate, missed, rows, cutAfter, rest, idle, all } = sources
  const right = (content: string, ink: Ink = 'text', weight = 400) =>
    cell('td', 'right', block('span', 14, ink, text(content), weight), ...APART)
  const line = (words: string, below: string, counted: string, cells: readonly string[]) =>
    `<tr>${cell('td', 'left', words + (below === '' ? '' : `<br>${below}`), 'overflow-wrap:anywhere', 'wide')}${counted}${cells.join('')}</tr>`
  const rowOf = (row: (typeof rows)[number]) => {
    const { missed: shown, others } = cellsOf(row.cells, sources)
    const advice = row.verdict && block('span', 12, VERDICT_INK[row.verdict.is], text(row.verdict.word), 600)
    const costs = others.length === 0 ? null : block('span', 12, 'third', text(others.join(', ')))
    return line(
      block('span', 14, 'text', text(row.name)),
      [advice, costs].filter(Boolean).join(' '),
      right(row.contacts),
      [
        ...(rate === null
          ? []
          : [row.target === null ? right(row.tooFew, 'third') : right(row.target.words, 'text', 600)]),
        ...(shown === null
          ? []
          : [right(shown, row.missesMore ? 'worse' : 'text', row.missesMore ? 600 : 400)]),
      ],
    )
  }
  const sumOf = (
    sum: { name: string; contacts: string; rate?: string; cells: readonly string[] },
    ink: Ink,
  ) => {
    const weight = ink === 'text' ? 600 : 400
    const { missed: shown, others } = cellsOf(sum.cells, sources)
    return line(
      block('span', 14, ink, text(sum.name), weight),
      others.length === 0 ? '' : block('span', 12, 'third', text(others.join(', '))),
      right(sum.contacts, ink, weight),
      [
        ...(rate === null ? [] : [right(sum.rate ?? '', ink, weight)]),
        ...(shown === null ? [] : [right(shown, ink, weight)]),
      ],
    )
  }
  const columns = 2 + (rate === null ? 0 : 1) + (missed === null ? 0 : 1)
  const cut = `<tr><td colspan="${columns}" class="l" style="${LINE}padding:4px 0">${block('span', 14, 'third', '⋯')}</td></tr>`
  return (
    mailRow(
      '24px 0 8px',
      `${block('span', 15, 'text', text(title), 600)} ${block('span', 13, 'third', text(note))}`,
    ) +
    mailRow(
      '0 0 8px',
      mailTable(
        `<tr>${headCell('left', name)}${headCell('right', contacts, ...APART)}${rate === null ? '' : headCell('right', rate, ...APART)}${missed === null ? '' : headCell('right', missed, ...APART)}</tr>` +
          rows.map((one, nth) => (nth === cutAfter ? cut : '') + rowOf(one)).join('') +
          (rest === null ? '' : sumOf(rest, 'third')) +
          (idle === null ? '' : sumOf(idle, 'third')) +
          sumOf(all, 'text'),
      ),
    )
  )
}

export const sourcesText = ({ sourceTable: sources }: MailLabels): string[] => {
  if (sources === null) return []
  const { title, rate, columns, rows, rest, idle, all } = sources
  const cells = (words: readonly string[]) =>
    words.flatMap((shown, nth) => (NOTHING.has(shown) ? [] : [`${columns[nth]} ${shown}`]))
  const rated = (words: string | undefined) =>
    rate === null || words === undefined ? [] : [`${rate} ${words}`]
  return [
    title,
    ...rows.map(({ name, contacts, target, verdict, cells: own }) =>
      [
        `${name}${verdict === null ? '' : ` (${verdict.word})`}: ${contacts}`,
        ...rated(target?.words),
        ...cells(own),
      ].join(', '),
    ),
    ...[rest, idle, all].flatMap((sum) =>
      sum === null
        ? []
        : [
            [
              `${sum.name}: ${sum.contacts}`,
              ...rated('rate' in sum && typeof sum.rate === 'string' ? sum.rate : undefined),
              ...cells(sum.cells),
            ].join(', '),
          ],
    ),
    '',
  ]
}
