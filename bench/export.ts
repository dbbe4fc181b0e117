import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import Papa from 'papaparse'
import { DAY_MS } from '#/contract/day.ts'
import { addGoal, addRemark, addTable, chosenSize, whole, type BenchOptions } from './report.ts'
import { inFolder } from './machine.ts'
import { buildApp, withApp } from './servers.ts'

/*
 * A journal whose days are all stored as CSV and as XLSX, all columns: from the press to the whole file. Then LibreOffice
 * reads both, and every date, number and text is compared.
 */

/** Over all accounts; some 106,000 are the large marketer's. */
const CONTACTS = 253_000
/** What the goals are about: times are told for as many. */
const OF_GOAL = 106_000
const MOST_S = { CSV: 3, XLSX: 5 } as const
type Format = keyof typeof MOST_S
const DAYS = 435
const PATIENCE_MS = 900_000
const NEXT = {
  CSV: 'Start the export thread before it is needed: its first file takes half as long again as the next one',
  XLSX: 'Profile the export thread: finding shared texts and the collector take most of it',
} as const satisfies Record<Format, string>

const OFFICE = 'libreoffice'
/** Comma, quotes, UTF-8; texts quoted and nothing else; dates as the cells show them; every sheet a file. */
const AS_CSV = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,true,true,false,false,false,-1'
/** The same characters on the way in: comma, the column of dates read as they are, no formulas. */
const FROM_CSV = '--infilter=Text - txt - csv (StarCalc):44,34,76,1,,0,false,true'

const dayAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10)
const PERIOD = `date_from=${dayAgo(DAYS - 1)}&date_to=${dayAgo(0)}`

interface Run {
  readonly file: string
  readonly seconds: number
}

const exportAs = async (page: Page, format: Format, folder: string): Promise<Run> => {
  const dialog = page.getByRole('dialog', { name: 'Export' })
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await dialog.getByRole('radio', { name: format }).check()
  await dialog.getByRole('radio', { name: 'All columns' }).check()
  const download = page.waitForEvent('download', { timeout: PATIENCE_MS })
  const start = performance.now()
  await dialog.getByRole('button', { name: 'Start export' }).click()
  const save = dialog.getByRole('button', { name: 'Save what came' })
  const again = dialog.getByRole('button', { name: 'Export again' })
  await save.or(again).waitFor({ timeout: PATIENCE_MS })
  const seconds = (performance.now() - start) / 1000
  // The sample holds unreadable records: the export says that it is incomplete.
  if (await save.isVisible()) await save.click()
  const file = join(folder, `contacts.${format.toLowerCase()}`)
  await (await download).saveAs(file)
  // Left so, it is over, and the next one can be started.
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  return { file, seconds }
}

/** What LibreOffice reads out of a file: each sheet as a text in which texts alone are quoted. */
const readByOffice = (file: string, folder: string): Map<string, string> => {
  const out = mkdtempSync(join(folder, 'office-'))
  const { status, stderr } = spawnSync(
    OFFICE,
    [
      `-env:UserInstallation=file://${join(folder, 'profile')}`,
      '--headless',
      ...(file.endsWith('.csv') ? [FROM_CSV] : []),
      '--convert-to',
      AS_CSV,
      '--outdir',
      out,
      file,
    ],
    { encoding: 'utf8', timeout: PATIENCE_MS },
  )
  if (status !== 0) throw new Error(`${OFFICE}: ${stderr}`)
  return new Map(readdirSync(out).map((name) => [name, readFileSync(join(out, name), 'utf8')]))
}

const rowsOf = (text: string) =>
  Papa.parse<string[]>(text.replace(/^\uFEFF/, ''), { delimiter: ',', skipEmptyLines: true }).data.filter(
    ([first = '']) => !first.startsWith('Incomplete'),
  )

/** Without the guard's apostrophe, and with the line breaks and signs that XML keeps. */
const bare = (text: string) =>
  text
    .replace(/^'/, '')
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\t\n]|\uFFFD/gu, '')
    .toLowerCase()
/** A cell shows fifteen digits. */
const isNumber = (ours: string, theirs: string) =>
  (ours === '') === (theirs === '') &&
  Math.abs(Number(ours) - Number(theirs)) <= Math.abs(Number(ours)) * 1e-14
const moment = (text: string) => Date.parse(`${text} UTC`)
const isDate = (ours: string, theirs: string) =>
  moment(ours) === moment(theirs) || bare(ours) === bare(theirs)
const isText = (ours: string, theirs: string) => bare(ours) === bare(theirs)

/** How each of the compared columns is read. CSV knows no numbers: there a text may stand for one. */
const COMPARED: Readonly<Record<string, (ours: string, theirs: string) => boolean>> = {
  Date: isDate,
  'Contact ID': isNumber,
  'Duration, s': isNumber,
  'Deal sum': isNumber,
  Source: isText,
  Region: isText,
  'Deal status': isText,
}

const compare = (csv: Run, xlsx: Run, folder: string) => {
  const [header = [], ...rows] = rowsOf(readFileSync(csv.file, 'utf8'))
  const [, xlsxText] = [...readByOffice(xlsx.file, folder)].find(([name]) => name.includes('Contacts'))!
  const [csvText = ''] = readByOffice(csv.file, folder).values()
  const [fromXlsx, fromCsv] = [rowsOf(xlsxText), rowsOf(csvText)]
  for (const { length } of [fromXlsx, fromCsv])
    if (length !== rows.length + 1)
      throw new Error(`LibreOffice reads ${length} rows, not ${rows.length + 1}`)
  let [cells, differ] = [0, 0]
  for (const [index, row] of rows.entries())
    for (const [name, isSame] of Object.entries(COMPARED)) {
      const at = header.indexOf(name)
      const [ours = '', inXlsx = '', inCsv = ''] = [
        row[at],
        fromXlsx[index + 1]![at],
        fromCsv[index + 1]![at],
      ]
      cells++
      if (isSame(ours, inXlsx) && (isSame(ours, inCsv) || isText(ours, inCsv))) continue
      if (differ++ < 5) console.log(`  differs: ${name}: ${ours} | ${inXlsx} | ${inCsv}`)
    }
  // Texts are quoted, so that a date that came as a text shows.
  const dates = xlsxText.split('\n').filter((line) => /^(?:"?[A-Z][a-z]{2} \d|\d)/.test(line))
  const formulas = rows.flat().filter((cell) => /^'[=+@＝＋－＠-]/.test(cell))
  const run = formulas.filter((cell) => !xlsxText.includes(`"${cell.slice(1).replaceAll('"', '""')}"`))
  addRemark(
    `LibreOffice reads ${whole(rows.length)} rows of both; ${whole(cells)} cells were compared, ${whole(formulas.length)} look like formulas.`,
  )
  const none = (name: string, value: number, next: string) => addGoal(name, value, 0, '', next)
  none(
    'cells that LibreOffice reads otherwise',
    differ,
    'Run it again and see the first five, which are printed',
  )
  none(
    'dates that are texts in XLSX',
    dates.filter((line) => line.startsWith('"')).length,
    'See the style of cells that hold dates',
  )
  none('formulas that run', run.length, 'See how the writer of XLSX marks texts')
}

export const measureExport = async (options: BenchOptions): Promise<void> => {
  const contacts = chosenSize(options.contacts, options, CONTACTS, 10_000)
  buildApp()
  await inFolder(async (folder) =>
    withApp({ folder: join(folder, 'data'), contacts }, async ({ open }) => {
      const page = await open('marketer')
      // Reads all of these days: once they are complete, the figures can be refreshed.
      await page.goto(`/overview?${PERIOD}&compare=none`)
      await page.getByRole('button', { name: 'Refresh' }).waitFor({ timeout: PATIENCE_MS })
      const runs: Run[] = []
      const rows = [['export', 'contacts', 'from press to file', 'contacts a second', 'file']]
      for (const format of ['CSV', 'XLSX'] as const) {
        await page.goto(`/calls?period=custom&${PERIOD}`)
        const table = page.getByRole('table', { name: 'Contacts' })
        await table.getByRole('link').first().waitFor()
        const count = Number(await table.getAttribute('aria-rowcount')) - 1
        const run = await exportAs(page, format, folder)
        runs.push(run)
        const megabytes = readFileSync(run.file).byteLength / 1e6
        const rate = count / run.seconds
        rows.push([
          format,
          whole(count),
          `${run.seconds.toFixed(1)} s`,
          whole(rate),
          `${whole(megabytes)} MB`,
        ])
        addGoal(`${whole(OF_GOAL)} contacts as ${format}`, OF_GOAL / rate, MOST_S[format], 's', NEXT[format])
      }
      addTable(rows)
      const [csv, xlsx] = runs
      if (spawnSync(OFFICE, ['--version']).status === 0) compare(csv!, xlsx!, folder)
      else addRemark('The files were not read back: LibreOffice is not installed.')
    }),
  )
}
