import type { ReportedSummary } from '#/domain/report/summary-content.ts'
import { sourceContent, type ShownName } from '#/domain/report/source-content.ts'
import type { Locale } from '#/i18n/locale.ts'
import type { ReportFigures } from './figures.ts'

export const reportedOf = ({ report, sources, ...rest }: ReportFigures): ReportedSummary => ({
  ...rest,
  report: { ...report, tables: { source: sources } },
})

export const isAllRead = ({ unread, comparedUnread }: ReportFigures): boolean =>
  unread === null && comparedUnread === null

/** Keys are unmasked names. */
export const withoutKey = <T extends { readonly key: string }>(one: T): Omit<T, 'key'> => {
  const { key: _, ...content } = one
  return content
}

/** The report's table of sources, for mails and shared pages; null: hidden or empty. */
export const reportedSources = (figures: ReportFigures, locale: Locale, shownName?: ShownName) => {
  const content = sourceContent(reportedOf(figures), locale, isAllRead(figures), shownName)
  if (content === null) return null
  const { rows, legend, legendOfPlan, ...rest } = content
  // Plans are described in their own part.
  const planned = figures.forecast === undefined ? null : legendOfPlan
  return {
    ...rest,
    rows: rows.map(withoutKey),
    legend: [legend, planned].filter(Boolean).join(' ') || null,
  }
}
