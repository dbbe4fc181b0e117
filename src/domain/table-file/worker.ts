import { answerCalls } from '#/api/worker/worker-call.ts'
import { setLocale } from '#/i18n/locale.ts'
import { tableBlob, type TableFileCalls } from './table-blob.ts'

/*
 * A thread of its own for one file: packing a hundred thousand rows takes longer than a page may stand still.
 */

answerCalls<TableFileCalls>({
  write: (table) => {
    setLocale(table.locale)
    return tableBlob(table)
  },
})
