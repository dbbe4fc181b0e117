import type { TypeName } from '#/contract/check/check-answer.ts'
import type { Endpoint } from '#/contract/endpoint.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { templateOf } from '../endpoint-labels.ts'
import type { ShownKind } from '#/domain/use-drift.ts'
import { differenceLabel, KIND } from './difference-labels.ts'

export interface DifferenceLine {
  readonly endpoint: Endpoint
  readonly kind: ShownKind
  readonly path: string
  readonly seen: Iterable<TypeName>
  readonly expected: readonly TypeName[]
  readonly listed: number
  readonly section: string
  readonly often: string
}

const cell = (text: string) => text.replace(/[\\|`*_[\]<>\n]/g, (sign) => (sign === '\n' ? ' ' : `\\${sign}`))
const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`

export const reportOf = (title: string, note: string, rows: readonly DifferenceLine[]): string => {
  const heads = [
    m.console_endpoint(),
    m.console_what(),
    m.console_where(),
    m.console_seen(),
    m.console_in_section(),
    m.console_how_often(),
  ]
  return [
    `# ${cell(title)}`,
    '',
    cell(note),
    '',
    line(heads),
    line(heads.map(() => '---')),
    ...rows.map(({ endpoint, kind, path, seen, expected, listed, section, often }) =>
      line([
        `\`${endpoint.method} ${templateOf(endpoint)}\``,
        KIND[kind].word(),
        `\`${path.replaceAll('|', String.raw`\|`)}\``,
        cell(differenceLabel({ kind, seen, expected, listed })),
        section,
        cell(often),
      ]),
    ),
    '',
  ].join('\n')
}
