import type { ChartNote } from '#/contract/chart-notes/chart-notes.ts'
import { counted, formatDay, formatShortDay } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'

/** "Nov 12: New landing page" */
export const noteLine = ({ day, text }: ChartNote): string => m.chart_note_at({ day: formatDay(day), text })

export const shortNoteLine = ({ day, text }: ChartNote): string =>
  m.chart_note_at({ day: formatShortDay(day), text })

export const moreNotesLabel = (all: number, shown: number): string | null =>
  all > shown ? m.chart_notes_more(counted(all - shown)) : null

export const noteLines = (
  notes: readonly ChartNote[],
  most: number,
  line: (note: ChartNote) => string,
): readonly string[] => {
  const more = moreNotesLabel(notes.length, most)
  return [...notes.slice(0, most).map(line), ...(more === null ? [] : [more])]
}
