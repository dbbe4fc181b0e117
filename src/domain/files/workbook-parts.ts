import type { Locale } from '#/i18n/locale.ts'
import { columnLetters, escapedXml, type CellStyles } from './sheet-xml.ts'

/* Static parts of an XLSX file (ECMA-376, part 1, chapters 12 and 18). */

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const MOMENT_FORMAT = {
  en: 'mmm d, yyyy hh:mm:ss',
  ru: 'dd.mm.yyyy hh:mm:ss',
} as const satisfies Record<Locale, string>
const DAY_FORMAT = { en: 'mmm d, yyyy', ru: 'dd.mm.yyyy' } as const satisfies Record<Locale, string>
/** Shown with one decimal; the cell has full precision. */
const SHARE_FORMAT = '0.0%'

/** Indexes in `cellXfs` of {@link stylesXml}; 0: no style. */
export const STYLES: CellStyles = { moment: '1', day: '2', share: '3', bold: '4' }

/** Custom formats start at 164. */
const stylesXml = (locale: Locale) =>
  `${HEAD}<styleSheet xmlns="${MAIN}"><numFmts count="3">` +
  [MOMENT_FORMAT[locale], DAY_FORMAT[locale], SHARE_FORMAT]
    .map((format, nth) => `<numFmt numFmtId="${164 + nth}" formatCode="${format}"/>`)
    .join('') +
  '</numFmts><fonts count="2"><font><family val="2"/><scheme val="minor"/></font><font><b/><family val="2"/><scheme val="minor"/></font></fonts>' +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
  '<cellXfs count="5"><xf/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1"/>' +
  '<xf numFmtId="166" applyNumberFormat="1"/><xf fontId="1" applyFont="1"/></cellXfs></styleSheet>'

const relationships = (targets: readonly (readonly [kind: string, target: string])[]) =>
  `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${targets
    .map(
      ([kind, target], nth) =>
        `<Relationship Id="rId${nth + 1}" Type="${OFFICE}/${kind}" Target="${target}"/>`,
    )
    .join('')}</Relationships>`

export const sheetPath = (nth: number) => `xl/worksheets/sheet${nth + 1}.xml`
export const TEXTS_PATH = 'xl/sharedStrings.xml'

/** Parts by path, except sheets and strings. @param names of the sheets */
export const workbookParts = (
  names: readonly string[],
  locale: Locale,
): Readonly<Record<string, string>> => ({
  '[Content_Types].xml':
    `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="xml" ContentType="application/xml"/>` +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    [
      ['xl/workbook.xml', 'sheet.main'],
      [TEXTS_PATH, 'sharedStrings'],
      ['xl/styles.xml', 'styles'],
      ...names.map((_, nth) => [sheetPath(nth), 'worksheet']),
    ]
      .map(([path, type]) => `<Override PartName="/${path}" ContentType="${TYPE}.${type}+xml"/>`)
      .join('') +
    '</Types>',
  '_rels/.rels': relationships([['officeDocument', 'xl/workbook.xml']]),
  'xl/workbook.xml': `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${names
    .map((name, nth) => `<sheet name="${escapedXml(name)}" sheetId="${nth + 1}" r:id="rId${nth + 1}"/>`)
    .join('')}</sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': relationships([
    ...names.map((_, nth) => ['worksheet', `worksheets/sheet${nth + 1}.xml`] as const),
    ['sharedStrings', 'sharedStrings.xml'],
    ['styles', 'styles.xml'],
  ]),
  'xl/styles.xml': stylesXml(locale),
})

/**
 * XML before and after the rows.
 * @param widths characters
 * @param frozenRows at the top; the last of them heads the columns. 0: no head
 * @param rowCount all rows
 */
export const sheetFrame = (
  widths: readonly number[],
  frozenRows: number,
  rowCount: number,
): [before: string, after: string] => {
  const view =
    frozenRows === 0
      ? ''
      : `<sheetViews><sheetView tabSelected="1" workbookViewId="0"><pane ySplit="${frozenRows}" topLeftCell="A${frozenRows + 1}" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>`
  const columns = widths
    .map((width, nth) => `<col min="${nth + 1}" max="${nth + 1}" width="${width}" customWidth="1"/>`)
    .join('')
  const filter =
    frozenRows === 0 || widths.length === 0
      ? ''
      : `<autoFilter ref="A${frozenRows}:${columnLetters(widths.length - 1)}${rowCount}"/>`
  return [
    `${HEAD}<worksheet xmlns="${MAIN}">${view}${columns && `<cols>${columns}</cols>`}<sheetData>`,
    `</sheetData>${filter}</worksheet>`,
  ]
}
