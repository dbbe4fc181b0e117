import { answerCalls } from '#/api/worker/worker-call.ts'
import { setLocale } from '#/i18n/locale.ts'
import { tableBlob, type TableFileCalls } from './table-blob.ts'

/* Worker: packing a hundred thousand rows would block the page. */

answerCalls<TableFileCalls>({
  write: (table) => {
    setLocale(table.locale)
    return tableBlob(table)
  },
})
