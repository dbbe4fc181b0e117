import {
  findNegativeKeywords,
  type NegativeKeyword,
} from '#/features/overview/tools/find-negative-keywords.ts'
import { findShifts, type ExtraHour } from '#/features/overview/tools/find-shifts.ts'
import { answered, type PanelFile } from '#/features/overview/export/panel-file.ts'
import { shareCell } from '#/features/overview/export/table.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { negativeKeywordColumns, shiftColumns } from './columns.ts'

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
