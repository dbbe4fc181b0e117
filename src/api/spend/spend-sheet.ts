import {
  spendSheetPath,
  WORKBOOK_TYPE,
  workbookAnswer,
  type WorkbookAnswer,
} from '#/contract/spend/spend-sheet.ts'
import { parse, send, type Scope } from '../client.ts'

/** Ten megabytes on a slow network. */
const UPLOAD_MS = 180_000

export const readWorkbook = async (scope: Scope, file: Blob): Promise<WorkbookAnswer> =>
  parse(
    workbookAnswer,
    await send('POST', spendSheetPath(scope.client), {
      scope,
      body: file,
      type: WORKBOOK_TYPE,
      timeoutMs: UPLOAD_MS,
    }),
  )
