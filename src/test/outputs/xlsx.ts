import { inflateRawSync } from 'node:zlib'
import { DAY_MS } from '#/contract/day.ts'

/** A cell as the file holds it: text, number, or a number that is formatted as a moment. */
type XlsxCell = string | number | Date | null

export interface XlsxSheet {
  readonly name: string
  readonly rows: readonly (readonly XlsxCell[])[]
}

const END_OF_DIRECTORY = 0x06054b50

/** The files inside a ZIP file, by their paths. */
const unzip = (file: Buffer): Map<string, string> => {
  let end = file.length - 22
  while (file.readUInt32LE(end) !== END_OF_DIRECTORY) end--
  const files = new Map<string, string>()
  let at = file.readUInt32LE(end + 16)
  for (let left = file.readUInt16LE(end + 10); left > 0; left--) {
    const isPacked = file.readUInt16LE(at + 10) !== 0
    const size = file.readUInt32LE(at + 20)
    const [name, extra, comment] = [28, 30, 32].map((offset) => file.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ]
    const local = file.readUInt32LE(at + 42)
    const start = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28)
    const data = file.subarray(start, start + size)
    files.set(
      file.toString('utf8', at + 46, at + 46 + name),
      (isPacked ? inflateRawSync(data) : data).toString('utf8'),
    )
    at += 46 + name + extra + comment
  }
  return files
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const unescape = (text: string) => text.replace(/&(\w+);/g, (_, name: string) => ENTITIES[name] ?? '')
const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)]

/** Sheets count days from here, as if 1900 had been a leap year. */
const EPOCH = Date.UTC(1899, 11, 30)

/** `AB` → 27 */
const columnOf = (letters: string) =>
  Array.from(letters).reduce((sum, one) => sum * 26 + one.charCodeAt(0) - 64, 0) - 1

/** Reads a workbook as a spreadsheet does, without the library that wrote it. */
export const readXlsx = (file: Buffer): XlsxSheet[] => {
  const files = unzip(file)
  const part = (path: string) => files.get(path) ?? ''
  const texts = all(part('xl/sharedStrings.xml'), /<si>.*?<t[^>]*>(.*?)<\/t>.*?<\/si>/gs).map(([, text]) =>
    unescape(text!),
  )
  const styles = part('xl/styles.xml')
  const formats = new Map(
    all(styles, /<numFmt numFmtId="(\d+)" formatCode="([^"]*)"/g).map(([, id, code]) => [id, code!]),
  )
  const isDate = all(
    /<cellXfs.*?<\/cellXfs>/s.exec(styles)?.[0] ?? '',
    /<xf [^>]*?(?:numFmtId="(\d+)")?[^>]*>/g,
  ).map(([tag]) => /y/.test(formats.get(/numFmtId="(\d+)"/.exec(tag)?.[1]) ?? ''))
  const cellOf = (attributes: string, value: string | undefined): XlsxCell => {
    if (value === undefined) return null
    if (/ t="s"/.test(attributes)) return texts[Number(value)] ?? null
    const style = / s="(\d+)"/.exec(attributes)?.[1]
    return style !== undefined && isDate[Number(style)]
      ? new Date(EPOCH + Math.round((Number(value) * DAY_MS) / 1000) * 1000)
      : Number(value)
  }
  return all(part('xl/workbook.xml'), /<sheet [^>]*name="([^"]*)"/g).map(([, name], index) => ({
    name: unescape(name!),
    rows: all(part(`xl/worksheets/sheet${index + 1}.xml`), /<row [^>]*?(?:\/>|>(.*?)<\/row>)/gs).map(
      ([, cells = '']) => {
        const row: XlsxCell[] = []
        for (const [, attributes, value] of all(cells, /<c( [^>]*?)(?:\/>|>.*?<v>(.*?)<\/v><\/c>)/gs))
          row[columnOf(/r="([A-Z]+)/.exec(attributes!)![1]!)] = cellOf(attributes!, value)
        return Array.from(row, (cell) => cell ?? null)
      },
    ),
  }))
}
