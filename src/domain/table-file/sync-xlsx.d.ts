/** The package describes its entries only. */
declare module '*/write-excel-file/modules/export/writeXlsxFileUniversal.js' {
  import type { Options, Sheet } from 'write-excel-file/universal'

  /** Packs on the calling thread; `convertFileContent` would read pictures. */
  export const generateXlsxFileSync: (
    sheets: Sheet<never>[],
    options: Options<never>,
    unused: undefined,
    convertFileContent: undefined,
  ) => Promise<Blob>
}
