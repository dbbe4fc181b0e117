import {
  findNegativeKeywords,
  type NegativeKeyword,
} from '#/features/overview/tools/find-negative-keywords.ts'
import { findShifts, type ExtraHour } from '#/features/overview/tools/find-shifts.ts'
import { answered, type PanelFile } from '#/features/overview/export/panel-file.ts'
import { shareCell, type PanelColumn } from '#/features/overview/export/table.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { weekdayName } from '#/i18n/format.ts'

const negativeKeywordColumns = (): readonly PanelColumn<NegativeKeyword>[] => [
  { name: m.negative_keywords_phrase(), width: 36, value: ({ phrase }) => phrase },
  {
    name: m.negative_keywords_kind(),
    width: 16,
    value: ({ is }) => (is === 'request' ? m.negative_keywords_request() : m.negative_keywords_word()),
  },
  { name: m.negative_keywords_contacts(), value: ({ contacts }) => contacts },
  { name: m.negative_keywords_at_most(), kind: 'share', value: ({ range }) => shareCell(range.high) },
  { name: m.negative_keywords_requests(), width: 60, value: ({ requests }) => requests.join('\n') },
]

/** Extra hours of a week with callers missed in each. */
const shiftColumns = (): readonly PanelColumn<ExtraHour>[] => [
  { name: m.overview_by_weekday(), width: 14, value: ({ weekday }) => weekdayName(weekday, 'long') },
  { name: m.overview_by_hour(), value: ({ hour }) => hour },
  { name: m.shifts_missed(), width: 24, value: ({ missed }) => missed },
]

const NOTHING_DRAWN = { none: 'It is a list that the user works through: there is nothing to draw' }

export const negativeKeywordsFile: PanelFile<null, NegativeKeyword> = {
  whole: async (context) => {
    const { report, question } = context.overview
    const search_request = await answered(context, 'table', {
      dimension: 'search_request',
      filters: question.filters,
      won: [],
      limit: null,
    })
    return report === undefined ? {} : { report: { ...report, tables: { ...report.tables, search_request } } }
  },
  about: ({ report }) => [
    {
      name: m.negative_keywords_rate(),
      value: shareCell(findNegativeKeywords(report.tables.search_request.rows).rate),
    },
  ],
  rows: ({ report }) => findNegativeKeywords(report.tables.search_request.rows).phrases,
  columns: negativeKeywordColumns,
  picture: NOTHING_DRAWN,
}

export interface ShiftsChoice {
  /** Extra hours a week. */
  readonly count: number
}

export const shiftsFile: PanelFile<ShiftsChoice, ExtraHour> = {
  rows: ({ report }, { count }) => findShifts(report.heat, count).hours,
  columns: shiftColumns,
  about: ({ report }, { count }) => {
    const { missed, answerRate, met } = findShifts(report.heat, count)
    return answerRate === null
      ? []
      : [
          { name: m.shifts_missed(), value: missed },
          { name: m.shifts_rate(), value: shareCell(answerRate.rate) },
          ...(met === null
            ? []
            : [
                { name: m.overview_export_low({ name: m.shifts_met_title() }), value: met.low },
                { name: m.overview_export_high({ name: m.shifts_met_title() }), value: met.high },
              ]),
        ]
  },
  picture: NOTHING_DRAWN,
}
