import type { NegativeKeyword } from '#/features/overview/tools/find-negative-keywords.ts'
import type { ExtraHour } from '#/features/overview/tools/find-shifts.ts'
import { weekdayName } from '#/i18n/format.ts'
import { shareCell, type PanelColumn } from '#/features/overview/export/table.ts'
import { m } from '#/i18n/paraglide/messages.js'

export const negativeKeywordColumns = (): readonly PanelColumn<NegativeKeyword>[] => [
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
export const shiftColumns = (): readonly PanelColumn<ExtraHour>[] => [
  { name: m.overview_by_weekday(), width: 14, value: ({ weekday }) => weekdayName(weekday, 'long') },
  { name: m.overview_by_hour(), value: ({ hour }) => hour },
  { name: m.shifts_missed(), width: 24, value: ({ missed }) => missed },
]
