/** The package describes its entries only. */
declare module '*/write-excel-file/modules/xlsx/generateXlsxFileContents.js' {
  import type { Options, Sheet } from 'write-excel-file/universal'

  /** The parts of a workbook by their paths, as XML. */
  const generateXlsxFileContents: (
    sheets: Sheet<never>[],
    options: Options<never>,
  ) => Readonly<Record<string, string>>
  export { generateXlsxFileContents as default }
}

declare module '*/write-excel-file/modules/xml/sanitizeTextContent.js' {
  /** Without what XML cannot hold, the rest escaped. */
  const sanitizeTextContent: (text: string) => string
  export { sanitizeTextContent as default }
}
