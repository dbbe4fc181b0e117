import {
  spendSheetPath,
  WORKBOOK_TYPE,
  workbookAnswer,
  type WorkbookAnswer,
} from '#/contract/spend/spend-sheet.ts'
import { parse, send, type Scope } from '../client.ts'

/** Ten megabytes from a slow network take their time. */
const UPLOAD_MS = 180_000

/** The cells of an Excel workbook. @throws ApiError with the code of a `WorkbookProblem` for one that is not read */
export const readWorkbook = async (scope: Scope, file: Blob, signal?: AbortSignal): Promise<WorkbookAnswer> =>
  parse(
    workbookAnswer,
    await send('POST', spendSheetPath(scope.client), {
      scope,
      body: file,
      type: WORKBOOK_TYPE,
      timeoutMs: UPLOAD_MS,
      signal,
    }),
  )
