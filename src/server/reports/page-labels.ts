import { toDays } from '#/analytics/period.ts'
import { weekdaysOf } from '#/domain/figures/week.ts'
import { missedContent, weekContent } from '#/domain/report/missed-content.ts'
import { costCards, noCostsBefore, spendNotes } from '#/domain/report/cost-content.ts'
import { chanceNote, conclusionLabel, summaryContent } from '#/domain/report/summary-content.ts'
import type { ShownName } from '#/domain/report/source-content.ts'
import { cardLabel, forecastLabel } from '#/domain/plan-labels.ts'
import type { DayRange } from '#/contract/day.ts'
import { formatNumber } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import type { Locale } from '#/i18n/locale.ts'
import { figureLabels } from './counted-labels.ts'
import type { ReportFigures } from './figures.ts'
import { isAllRead, reportedOf, reportedSources, withoutKey } from './source-table.ts'
import type { ShownFigures } from './without-people.ts'

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

/** "Plan, target contacts in Nov 2026": "412 of 500", "on this pace 470–520". */
const planLabels = ({ forecast }: ReportFigures) => {
  if (!forecast) return null
  const { range, verdict, isBehind } = forecastLabel(forecast.forecast, forecast.planned)
  return {
    name: cardLabel(forecast.field, forecast.month),
    done: formatNumber(forecast.forecast.done),
    of: m.forecast_of_plan({ plan: formatNumber(forecast.planned) }),
    /** Of the plan, from 0 to 1. */
    share: forecast.planned === 0 ? 1 : Math.min(1, forecast.forecast.done / forecast.planned),
    range,
    verdict,
    isBehind,
  }
}

/**
 * Texts of a page or mail in the current language, with the parts of the report on screen and paper.
 * @param label in place of a conclusion where days are missing
 * @param daysWords formats compared days
 */
export const pageLabels = (
  { figures, all, shownName }: ShownFigures,
  label: string,
  locale: Locale,
  daysWords?: (days: DayRange) => string,
) => {
  const { footer, ...words } = figureLabels(figures, daysWords)
  const reported = reportedOf(all)
  const cards = summaryContent(reported, isAllRead(figures), shownName)
  const { contacts } = figures.report.figures
  return {
    ...words,
    headline:
      contacts === 0 ? m.report_empty() : isAllRead(figures) ? conclusionLabel(reported, shownName) : label,
    cards: [...cards, ...costCards(reported)],
    plan: planLabels(figures),
    sourceTable: reportedSources(all, locale, shownName),
    ...weekOn(all, shownName),
    footer: [footer, chanceNote(cards), noCostsBefore(reported), ...spendNotes(reported)]
      .filter(Boolean)
      .join(' '),
  }
}
