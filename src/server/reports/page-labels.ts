import { toDays } from '#/analytics/period.ts'
import { weekdaysOf } from '#/domain/figures/week.ts'
import { missedContent, weekContent } from '#/domain/report/missed-content.ts'
import { costCards, noCostsBefore, spendNotes } from '#/domain/report/cost-content.ts'
import type { ReportedFigures } from '#/domain/report/reported-figures.ts'
import { sourceContent, type ShownName } from '#/domain/report/source-content.ts'
import type { Locale } from '#/i18n/locale.ts'
import { figureLabels } from './counted-labels.ts'
import type { ReportFigures } from './figures.ts'
import { planLabels } from './mail-labels.ts'

const reportedOf = ({ report, sources, ...rest }: ReportFigures): ReportedFigures => ({
  ...rest,
  report: { figures: report.figures, tables: { source: sources } },
})

/** Keys are unmasked names. */
const withoutKey = <T extends { readonly key: string }>(one: T): Omit<T, 'key'> => {
  const { key: _, ...words } = one
  return words
}

const sourcesOn = (figures: ReportFigures, locale: Locale, shownName: ShownName) => {
  const isWhole = figures.unread === null && figures.comparedUnread === null
  const words = sourceContent(reportedOf(figures), locale, isWhole, shownName)
  if (words === null) return null
  const { rows, legend, legendOfPlan, ...rest } = words
  // Plans are described in their own part.
  const planned = figures.pace === undefined ? null : legendOfPlan
  return {
    ...rest,
    rows: rows.map(withoutKey),
    legend: [legend, planned].filter(Boolean).join(' ') || null,
  }
}

const weekOn = (figures: ReportFigures, shownName: ShownName) => {
  const { heat, now, unread } = figures
  const days = toDays(figures.days)
  const reported = reportedOf(figures)
  const week = {
    ...reported,
    report: { ...reported.report, heat },
    days,
    now,
    unread: weekdaysOf((unread?.days ?? []).map(toDays), days),
  }
  const missed = missedContent(week, shownName)
  return {
    missed: missed && { ...missed, bars: missed.bars.map(withoutKey) },
    when: weekContent(week),
  }
}

/**
 * Texts of a page in the current language, with the parts of the report on screen and paper.
 * @param label without a comparison
 * @param all the same figures with unmasked names, for `shownName`
 */
export const pageLabels = (
  figures: ReportFigures,
  label: string,
  locale: Locale,
  all: ReportFigures = figures,
  shownName: ShownName = (name) => name,
) => {
  const { name: _, cards, footer, ...words } = figureLabels(figures, label)
  const reported = reportedOf(all)
  return {
    ...words,
    cards: [...cards, ...costCards(reported)],
    plan: planLabels(figures),
    sourceTable: sourcesOn(all, locale, shownName),
    ...weekOn(all, shownName),
    footer: [footer, noCostsBefore(reported), ...spendNotes(reported)].filter(Boolean).join(' '),
  }
}
