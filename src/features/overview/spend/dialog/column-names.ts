import type { SheetRows } from '#/features/overview/spend/reading/sheet.ts'
import { formatNumber } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { cutText } from '#/ui/data/cut-text.ts'

const NAME_SHOWN = 40

/** Header of a column, else its first value. */
export const columnName = (rows: SheetRows, header: number | null, index: number): string => {
  const named = header === null ? undefined : rows[header]?.[index]?.trim()
  const value = rows.slice((header ?? -1) + 1).find((row) => (row[index] ?? '').trim() !== '')?.[index]
  const number = m.spend_column_nameless({ number: formatNumber(index + 1) })
  return named ? cutText(named, NAME_SHOWN) : `${number}: ${cutText(value?.trim() ?? '–', NAME_SHOWN)}`
}
