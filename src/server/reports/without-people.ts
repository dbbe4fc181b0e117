import { randomUUID } from 'node:crypto'
import type { Changes, ChangeRow } from '#/contract/figures/answers.ts'
import type { ShownName } from '#/domain/report/source-content.ts'
import { withoutNumbers } from '#/server/hidden-fields.ts'
import { createMasks } from '#/server/privacy-mode/masks.ts'
import type { ReportFigures } from './figures.ts'

const cleanChanges = (
  { lead, mostly, renamed, ...rest }: Changes,
  clean: (text: string) => string,
): Changes => {
  const cleaned = (row: ChangeRow): ChangeRow => ({
    ...row,
    value: row.value && clean(row.value),
    was: row.was && clean(row.was),
  })
  return {
    ...rest,
    lead: lead && { ...lead, rows: lead.rows.map(cleaned) },
    mostly: { ...mostly, where: mostly.where && cleaned(mostly.where) },
    renamed: renamed && cleaned(renamed),
  }
}

export interface ShownFigures {
  /** With names as they are shown. */
  readonly figures: ReportFigures
  /** With names as they were written, which tell sources apart. */
  readonly all: ReportFigures
  readonly shownName: ShownName
}

/**
 * Figures for mails, shared pages and PDFs: names written by strangers, such as sources from addresses, may contain
 * numbers or e-mails.
 */
export const withoutPeople = (all: ReportFigures): ShownFigures => {
  // Random masks each time, since known seeds could be reversed.
  const masks = createMasks(randomUUID())
  const clean = (text: string) => withoutNumbers(masks.rest(text))
  const cleanOrNull = (text: string | null) => text && clean(text)
  const { report, changes, findings, titles, clientName, objectTitle } = all
  const { source: table } = report.tables
  const figures = {
    ...all,
    clientName: cleanOrNull(clientName),
    objectTitle: cleanOrNull(objectTitle),
    titles: new Map([...titles].map(([oid, title]) => [oid, clean(title)])),
    findings: findings.map((one) => {
      if ('source' in one) return { ...one, source: clean(one.source) }
      return 'object' in one ? { ...one, object: { ...one.object, title: clean(one.object.title) } } : one
    }),
    changes: changes && cleanChanges(changes, clean),
    report: {
      ...report,
      tables: {
        source: { ...table, rows: table.rows.map((row) => ({ ...row, value: cleanOrNull(row.value) })) },
      },
    },
  }
  return { figures, all, shownName: clean }
}
