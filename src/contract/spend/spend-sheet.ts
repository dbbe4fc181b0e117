import * as z from 'zod/mini'
import { clientPrefix } from '../endpoint.ts'

/* An Excel workbook with spend, unpacked by our server: a small file could freeze a browser. Nothing is stored. */

export const WORKBOOK_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Bytes sent, files inside, unpacked bytes, and non-empty cells. */
export const WORKBOOK_MAX = {
  bytes: 10 * 1024 * 1024,
  entries: 1000,
  unpackedBytes: 50 * 1024 * 1024,
  cells: 200_000,
} as const

/** Over {@link WORKBOOK_MAX}, or no workbook; codes of the answer. */
export type WorkbookProblem = 'sheet_too_large' | 'sheet_unreadable'

/** Answer of `POST …/spend-sheet`: visible, non-empty sheets in order. */
export const workbookAnswer = z.object({
  sheets: z.array(
    z.object({
      name: z.string(),
      /** Cells as texts: days as `YYYY-MM-DD`, numbers with a decimal point and no grouping. */
      rows: z.array(z.array(z.string())),
    }),
  ),
})
export type WorkbookAnswer = z.infer<typeof workbookAnswer>

export const SPEND_SHEET_PATH = '/spend-sheet'

/** Below `/api`. */
export const spendSheetPath = (client: string | null): string => `${clientPrefix(client)}${SPEND_SHEET_PATH}`
