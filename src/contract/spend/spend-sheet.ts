import * as z from 'zod/mini'

/*
 * An Excel workbook with spend, whose cells our own server reads: a browser that unpacks one can be made to stand still by a
 * file of a few kilobytes. Nothing of it is kept.
 */

export const WORKBOOK_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Bytes as sent, files inside, bytes of all of these unpacked, and cells that are not empty. */
export const WORKBOOK_MAX = {
  bytes: 10 * 1024 * 1024,
  entries: 1000,
  unpackedBytes: 50 * 1024 * 1024,
  cells: 200_000,
} as const

/** Why a workbook is not read: more than {@link WORKBOOK_MAX}, or not one at all; codes of the answer. */
export type WorkbookProblem = 'sheet_too_large' | 'sheet_unreadable'

/** Answer of `POST …/spend-sheet`, whose body is the file: the sheets that are not hidden or empty, in their order. */
export const workbookAnswer = z.object({
  sheets: z.array(
    z.object({
      name: z.string(),
      /** Cells as texts: days as `YYYY-MM-DD`, numbers with a point and no sign between thousands. */
      rows: z.array(z.array(z.string())),
    }),
  ),
})
export type WorkbookAnswer = z.infer<typeof workbookAnswer>

export const SPEND_SHEET_PATH = '/spend-sheet'

/** Below `/api`. @param client null: the account that is signed in itself */
export const spendSheetPath = (client: string | null): string =>
  client === null ? SPEND_SHEET_PATH : `/clients/${encodeURIComponent(client)}${SPEND_SHEET_PATH}`
