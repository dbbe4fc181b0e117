import { useRef, useState } from 'react'
import { isApiError } from '#/api/error.ts'
import { readWorkbook } from '#/api/spend/spend-sheet.ts'
import { decodeText, type SheetEncoding } from '#/features/overview/spend/reading/decode.ts'
import { readSheet, sheetFromRows, type Sheet } from '#/features/overview/spend/reading/sheet.ts'
import { sheetShapeOf } from '#/features/overview/spend/reading/mapping.ts'
import { WORKBOOK_MAX, type WorkbookProblem } from '#/contract/spend/spend-sheet.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import type { ImportedSheet } from './use-import.ts'

const MEGABYTE = 1024 * 1024
/** Text is parsed in the browser, workbooks on the server. */
export const TEXT_MAX_MB = 5
export const WORKBOOK_MAX_MB = WORKBOOK_MAX.bytes / MEGABYTE

export type FileProblem =
  | {
      readonly is:
        | 'text_too_big'
        | 'too_long'
        | 'empty'
        | 'failed'
        | 'old_excel'
        | 'no_table'
        | WorkbookProblem
    }
  /** The server failed for a reason unrelated to the file. */
  | { readonly is: 'unanswered'; readonly error: unknown }

interface SheetFile {
  readonly name: string
  /** Null: workbook. */
  readonly encoding: SheetEncoding | null
  readonly sheets: readonly ImportedSheet[]
}

const startsWith = (bytes: Uint8Array, ...start: number[]) =>
  start.every((byte, index) => bytes[index] === byte)
const isZip = (bytes: Uint8Array) => startsWith(bytes, 0x50, 0x4b, 0x03, 0x04)
/** Excel before 2007, and password-protected workbooks. */
const isOldExcel = (bytes: Uint8Array) => startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)

/** Some systems save HTML with a spreadsheet's extension. */
const isMarkup = (text: string) => /^\s*<(?:!doctype|html|head|body|table|meta|\?xml)/i.test(text)

const isJson = (text: string) => {
  if (!/^\s*[[{]/.test(text)) return false
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

type Read = SheetFile | { readonly problem: FileProblem }
const problem = (is: Exclude<FileProblem['is'], 'unanswered'>): Read => ({ problem: { is } })

const imported = (
  sheet: Extract<Sheet, { is: 'read' }>,
  fileName: string,
  sheetName: string | null,
): ImportedSheet => ({ ...sheet, fileName, sheetName })

/** The sheet with most recognized columns: the first may have only explanations. */
const bestSheet = (sheets: readonly ImportedSheet[]): number => {
  const found = sheets.map(({ rows }) => {
    const { mapping, candidates } = sheetShapeOf(rows)
    const known = [mapping.amount, mapping.campaign, mapping.source, mapping.date].filter(
      (one) => one !== null,
    )
    return mapping.amount === null && candidates.length === 0 ? 0 : known.length + 1
  })
  return found.indexOf(Math.max(...found))
}

/** Parses the chosen file; on errors the previous one stays. */
export const useSheetFile = () => {
  const { scope } = useSignedIn()
  const [file, setFile] = useState<SheetFile | null>(null)
  const [chosenSheet, setChosenSheet] = useState(0)
  const [failed, setFailed] = useState<{ readonly problem: FileProblem; readonly name: string } | null>(null)
  const [reading, setReading] = useState<string | null>(null)
  /** Sequence number, to ignore results of earlier choices. */
  const choices = useRef(0)

  const readBook = async (chosen: File): Promise<Read> => {
    if (chosen.size > WORKBOOK_MAX.bytes) return problem('sheet_too_large')
    try {
      const { sheets } = await readWorkbook(scope, chosen)
      const read = sheets.map(({ name, rows }) => ({ name, sheet: sheetFromRows(rows) }))
      const whole = read.flatMap(({ name, sheet }) =>
        sheet.is === 'read' ? [imported(sheet, chosen.name, name)] : [],
      )
      if (whole.length > 0) return { name: chosen.name, encoding: null, sheets: whole }
      return problem(read.length > 0 ? 'too_long' : 'empty')
    } catch (error) {
      const code = isApiError(error) ? error.code : null
      if (code === 'request_too_large') return problem('sheet_too_large')
      if (code === 'sheet_too_large' || code === 'sheet_unreadable') return problem(code)
      return { problem: { is: 'unanswered', error } }
    }
  }
  const readText = (bytes: Uint8Array, name: string): Read => {
    const decoded = decodeText(bytes)
    if (decoded === null || isMarkup(decoded.text) || isJson(decoded.text)) return problem('no_table')
    const sheet = readSheet(decoded.text)
    return sheet.is === 'read'
      ? { name, encoding: decoded.encoding, sheets: [imported(sheet, name, null)] }
      : problem(sheet.is)
  }
  const read = async (chosen: File): Promise<Read> => {
    try {
      const start = new Uint8Array(await chosen.slice(0, 8).arrayBuffer())
      if (isOldExcel(start)) return problem('old_excel')
      if (isZip(start)) return await readBook(chosen)
      if (chosen.size > TEXT_MAX_MB * MEGABYTE) return problem('text_too_big')
      return readText(new Uint8Array(await chosen.arrayBuffer()), chosen.name)
    } catch {
      // Deleted, changed or locked since it was chosen.
      return problem('failed')
    }
  }
  return {
    file,
    sheet: file?.sheets[chosenSheet] ?? null,
    chosenSheet,
    chooseSheet: setChosenSheet,
    failed,
    /** Name of the file being parsed; null: none. */
    reading,
    clear: () => {
      choices.current++
      setReading(null)
      setFile(null)
    },
    choose: async (chosen: File) => {
      const nth = ++choices.current
      setReading(chosen.name)
      const found = await read(chosen)
      if (nth !== choices.current) return
      setReading(null)
      setFailed('problem' in found ? { problem: found.problem, name: chosen.name } : null)
      if ('problem' in found) return
      setFile(found)
      setChosenSheet(bestSheet(found.sheets))
    },
  }
}
