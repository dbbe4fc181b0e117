import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sumOfAmounts } from '#/features/overview/spend/change-amounts.ts'
import { decodeText } from './decode.ts'
import { sheetShapeOf } from './mapping.ts'
import { proposedSource, readSpend, type ReadSpendOptions } from './read-spend.ts'
import { readSheet, type SheetRows } from './sheet.ts'

/* Reads files of spend as the dialog does. */

export const OCTOBER = { from: '2026-10-01', to: '2026-10-31' }

export const textRows = (content: Uint8Array | string): SheetRows => {
  const text = typeof content === 'string' ? content : (decodeText(content)?.text ?? '')
  const sheet = readSheet(text)
  return sheet.is === 'read' ? sheet.rows : []
}

export const readRows = (
  rows: SheetRows,
  answers: Partial<ReadSpendOptions> = {},
  fileName: string | null = null,
) => {
  const shape = sheetShapeOf(rows)
  const source = proposedSource(rows, shape, { fileName, sheetName: null }, [])
  const read = readSpend(rows, shape, {
    order: null,
    unit: null,
    millionths: null,
    source: source ?? '',
    days: shape.report?.days ?? OCTOBER,
    today: '2026-11-27',
    isSoFar: true,
    known: { source: [], campaign: [] },
    ...answers,
  })
  return {
    ...read,
    proposed: source,
    report: shape.report,
    mapping: shape.mapping,
    sum: sumOfAmounts(read.amounts),
    /** `source / campaign / month days = amount`, one line per span. */
    spans: read.amounts.flatMap(({ source, campaign, month, spans }) =>
      spans.map(
        ({ amount, days }) =>
          `${source} / ${campaign ?? '–'} / ${month}${days ? ` ${days.first}–${days.last}` : ''} = ${amount}`,
      ),
    ),
    left: read.leftOut.map(({ line, because }) => `${line} ${because}`),
  }
}

/** A file in `fixtures`. */
export const readCase = (name: string, answers: Partial<ReadSpendOptions> = {}) =>
  readRows(textRows(readFileSync(join(import.meta.dirname, 'fixtures', name))), answers, name)
export const readSpendText = (text: string, answers: Partial<ReadSpendOptions> = {}) =>
  readRows(textRows(text), answers)
