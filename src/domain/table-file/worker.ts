import { setLocale } from '#/i18n/locale.ts'
import { tableBlob } from './table-blob.ts'
import type { TableFile, WrittenTable } from './write-table.ts'

/*
 * A thread of its own for one file: packing a hundred thousand rows takes longer than a page may stand still.
 */

addEventListener('message', ({ data }: MessageEvent<TableFile>) => {
  setLocale(data.locale)
  void tableBlob(data).then(
    (file) => postMessage({ file } satisfies WrittenTable),
    (cause: unknown) => {
      postMessage({ file: null } satisfies WrittenTable)
      throw cause
    },
  )
})
