import { weekdayName } from '#/i18n/format.ts'
import { minusWords, type MinusWord } from '#/analytics/judge/minus-phrases.ts'
import { findShifts, type ExtraHour } from '#/analytics/judge/shifts.ts'
import type { ExportContext } from '#/features/overview/export/conditions.ts'
import { shareCell, tableOf, type ExportTable } from '#/features/overview/export/table.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { answered } from './answered.ts'

/** Words to keep advertising away from, with every search request they were in. */
export const minusTable = async (context: ExportContext): Promise<ExportTable> => {
  const { filters } = context.overview.question
  const { rows } = await answered(context, 'table', {
    dimension: 'search_request',
    filters,
    won: [],
    limit: null,
  })
  return tableOf<MinusWord>(
    [
      { name: m.minus_word(), width: 24, value: ({ word }) => word },
      { name: m.minus_contacts(), value: ({ contacts }) => contacts },
      { name: m.minus_requests(), width: 60, value: ({ requests }) => requests.join('\n') },
    ],
    minusWords(rows),
  )
}

const tenths = (value: number) => Math.round(value * 10) / 10

/** Extra hours a week, and whom they would have met. */
export const shiftsTable = ({ overview: { report } }: ExportContext, count: number): ExportTable => {
  const { hours, missed, answerRate, met } = findShifts(report?.heat ?? [], count)
  const table = tableOf<ExtraHour>(
    [
      { name: m.overview_by_weekday(), width: 14, value: ({ weekday }) => weekdayName(weekday, 'long') },
      { name: m.overview_by_hour(), value: ({ hour }) => hour },
      { name: m.shifts_missed(), width: 24, value: (hour) => hour.missed },
    ],
    hours,
  )
  if (answerRate === null) return table
  return {
    ...table,
    about: [
      { name: m.shifts_missed(), value: missed },
      { name: m.shifts_rate(), value: shareCell(answerRate.rate) },
      { name: m.shifts_met_title(), value: tenths(met.expected) },
      { name: m.overview_export_low({ name: m.shifts_met_title() }), value: tenths(met.low) },
      { name: m.overview_export_high({ name: m.shifts_met_title() }), value: tenths(met.high) },
    ],
  }
}
