import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import type { Page } from '@playwright/test'
import Papa from 'papaparse'
import { printFigures, withBench, type BenchFigure } from './support.ts'

/*
 * npm run bench:export: a journal of 100,000 contacts as CSV and as XLSX, all columns. How quick it is, what it costs the
 * page, and whether LibreOffice reads out of both what the service said. Pages of 20 make 5,000 requests: the service's
 * part of the time is measured beside it, as pages that are fetched four at a time and thrown away unread.
 */

/** About half of the sample's contacts are the large marketer's. `npm run bench:export -- 20000` takes fewer. */
const CONTACTS = Number(process.argv[2] ?? 200_000)
const IN_FLIGHT = 4
const BARE_PAGES = 400
const IDLE_MS = 10_000
const LONG_TASK_MS = 50
const OFFICE = 'libreoffice'
/** Comma, quotes, UTF-8; texts quoted and nothing else; dates as the cells show them; every sheet a file. */
const AS_CSV = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,true,true,false,false,false,-1'
/** The same characters on the way in: comma, the column of dates read as they are, no formulas. */
const FROM_CSV = '--infilter=Text - txt - csv (StarCalc):44,34,76,1,,0,false,true'

interface Freezes {
  /** Milliseconds. */
  readonly longestTask: number
  readonly longestGap: number
}

interface Run extends Freezes {
  readonly file: string
  readonly loading: number
  readonly writing: number
  readonly bytes: number
  readonly heap: number
}

const heapOf = () =>
  ((performance as { memory?: { usedJSHeapSize: number } }).memory?.usedJSHeapSize ?? Number.NaN) / 1e6

/** Watches the page's main thread. @returns a function that ends it */
const watch = async (page: Page): Promise<() => Promise<Freezes>> => {
  const watcher = await page.evaluateHandle(() => {
    const seen = { longestTask: 0, longestGap: 0 }
    let isOn = true
    const observer = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) seen.longestTask = Math.max(seen.longestTask, duration)
    })
    observer.observe({ type: 'longtask' })
    let last = performance.now()
    const tick = () => {
      const now = performance.now()
      seen.longestGap = Math.max(seen.longestGap, now - last)
      last = now
      if (isOn) setTimeout(tick, 4)
    }
    tick()
    return () => {
      isOn = false
      observer.disconnect()
      return seen
    }
  })
  return () => watcher.evaluate((end) => end())
}

const exportAs = async (page: Page, format: 'CSV' | 'XLSX', folder: string): Promise<Run> => {
  const dialog = page.getByRole('dialog', { name: 'Export' })
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await dialog.getByRole('radio', { name: format }).check()
  await dialog.getByRole('radio', { name: 'All columns' }).check()
  const watched = await watch(page)
  const download = page.waitForEvent('download', { timeout: 1_800_000 })
  const start = performance.now()
  await dialog.getByRole('button', { name: 'Start export' }).click()
  const save = dialog.getByRole('button', { name: 'Save what came' })
  const again = dialog.getByRole('button', { name: 'Export again' })
  // Of a small file the writing is over before it is seen.
  await dialog.getByText('Writing the file').or(save).or(again).first().waitFor({ timeout: 1_200_000 })
  const loaded = performance.now()
  await save.or(again).waitFor({ timeout: 600_000 })
  const written = performance.now()
  const seen = await watched()
  const heap = await page.evaluate(heapOf)
  // The sample holds unreadable records: the export says that it is incomplete.
  if (await save.isVisible()) await save.click()
  const file = join(folder, `contacts.${format.toLowerCase()}`)
  await (await download).saveAs(file)
  await page.keyboard.press('Escape')
  const bytes = readFileSync(file).byteLength
  return {
    file,
    loading: (loaded - start) / 1000,
    writing: (written - loaded) / 1000,
    bytes,
    ...seen,
    heap,
  }
}

/** Seconds that the service needs for all these pages, four at a time, if they are not parsed. */
const bareTime = async (page: Page, pages: number): Promise<number> => {
  const asked = Math.min(BARE_PAGES, pages)
  const ms = await page.evaluate(
    async ({ asked, pages, inFlight }) => {
      const start = performance.now()
      let next = 0
      const runner = async () => {
        while (next < asked) {
          const number = 1 + Math.floor((next++ * pages) / asked)
          await (await fetch(`/api/v2/calls?period=all&page=${number}`)).arrayBuffer()
        }
      }
      await Promise.all(Array.from({ length: inFlight }, runner))
      return performance.now() - start
    },
    { asked, pages, inFlight: IN_FLIGHT },
  )
  return (ms / asked / 1000) * pages
}

/** What LibreOffice reads out of a file, sheet by sheet, each cell with whether it is a text. */
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
    { encoding: 'utf8', timeout: 900_000 },
  )
  if (status !== 0) throw new Error(`${OFFICE}: ${stderr}`)
  return new Map(readdirSync(out).map((name) => [name, readFileSync(join(out, name), 'utf8')]))
}

const parsed = (text: string) =>
  Papa.parse<string[]>(text.replace(/^\uFEFF/, ''), { delimiter: ',', skipEmptyLines: true }).data

/** The text of a cell in the raw file of one whose texts alone are quoted. */
const isQuoted = (line: string, cell: string) => line.includes(`"${cell.replaceAll('"', '""')}"`)

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

const compare = (csv: Run, xlsx: Run, folder: string): BenchFigure[] => {
  const written = parsed(readFileSync(csv.file, 'utf8')).filter((row) => !row[0]!.startsWith('Incomplete'))
  const [header = [], ...rows] = written
  const at = (name: string) => header.indexOf(name)
  const [xlsxName, xlsxText] = [...readByOffice(xlsx.file, folder)].find(([name]) =>
    name.includes('Contacts'),
  )!
  const office = parsed(xlsxText).filter((row) => !row[0]!.startsWith('Incomplete'))
  const fromCsv = parsed([...readByOffice(csv.file, folder).values()][0]!).filter(
    (row) => !row[0]!.startsWith('Incomplete'),
  )
  if (xlsxName === undefined || office.length !== written.length || fromCsv.length !== written.length)
    throw new Error(
      `LibreOffice sees ${office.length} rows of XLSX and ${fromCsv.length} of CSV, not ${written.length}`,
    )

  const moment = (text: string) => Date.parse(`${text} UTC`)
  let dates = 0
  let numbers = 0
  let cyrillic = 0
  let differ = 0
  const samples: string[] = []
  for (const [index, row] of rows.entries()) {
    const theirs = office[index + 1]!
    const theirsOfCsv = fromCsv[index + 1]!
    for (const name of ['Date', 'Contact ID', 'Duration, s', 'Deal sum', 'Source', 'Region', 'Deal status']) {
      const ours = row[at(name)] ?? ''
      const cell = theirs[at(name)] ?? ''
      const cellOfCsv = theirsOfCsv[at(name)] ?? ''
      const same =
        name === 'Date'
          ? moment(ours) === moment(cell) || ours === cell
          : /ID$|, s$|sum$/.test(name)
            ? isNumber(ours, cell)
            : bare(ours) === bare(cell)
      const sameOfCsv =
        name === 'Date'
          ? moment(ours) === moment(cellOfCsv) || bare(ours) === bare(cellOfCsv)
          : isNumber(ours, cellOfCsv) || bare(ours) === bare(cellOfCsv)
      if (name === 'Date') dates++
      else if (ours !== '' && !Number.isNaN(Number(ours))) numbers++
      else if (/[а-яё]/i.test(ours)) cyrillic++
      if (same && sameOfCsv) continue
      differ++
      if (samples.length < 5) samples.push(`${name}: ${ours} | ${cell} | ${cellOfCsv}`)
    }
  }
  for (const sample of samples) console.log(`  differs: ${sample}`)

  // Texts are quoted, so that a date or a number that came as a text shows.
  const lines = xlsxText.split('\n').filter((line) => /^(?:"?[A-Z][a-z]{2} \d|\d)/.test(line))
  const quotedDates = lines.filter((line) => line.startsWith('"')).length
  const formulas = rows.flat().filter((cell) => /^'[=+@＝＋－＠-]/.test(cell))
  const run = formulas.filter((cell) => !isQuoted(xlsxText, cell.slice(1))).length
  return [
    { name: 'rows LibreOffice reads', value: `${rows.length} + header, both`, goal: 'all', met: true },
    {
      name: 'dates that are texts in XLSX',
      value: `${quotedDates} of ${lines.length}`,
      goal: '0',
      met: quotedDates === 0,
    },
    {
      name: 'cells compared',
      value: `${dates} dates, ${numbers} numbers, ${cyrillic} Cyrillic`,
    },
    { name: 'cells that differ', value: String(differ), goal: '0', met: differ === 0 },
    {
      name: 'texts that look like formulas',
      value: `${formulas.length}, of which run ${run}`,
      goal: 'none runs',
      met: run === 0,
    },
  ]
}

const folder = mkdtempSync(join(tmpdir(), 'callboard-export-'))
try {
  await withBench(CONTACTS, async ({ open }) => {
    const page = await open('marketer', {
      viewport: { width: 1440, height: 900 },
      acceptDownloads: true,
    })
    await page.goto('/calls?period=all')
    await page
      .getByRole('status')
      .filter({ hasText: /contacts$/ })
      .waitFor()
    const count = Number((await page.getByRole('status').first().textContent())!.replace(/\D/g, ''))
    const pages = Math.ceil(count / 20)
    const runs: Run[] = []
    for (const format of ['CSV', 'XLSX'] as const) {
      const endIdle = await watch(page)
      await page.waitForTimeout(IDLE_MS)
      const idle = await endIdle()
      const bare = await bareTime(page, pages)
      const run = await exportAs(page, format, folder)
      runs.push(run)
      printFigures(format, [
        { name: 'contacts', value: count.toLocaleString('en') },
        { name: 'loading, s', value: run.loading.toFixed(1) },
        { name: 'the service alone, s', value: bare.toFixed(1) },
        {
          name: 'loading by that',
          value: (run.loading / bare).toFixed(2),
          goal: '1.15',
          met: run.loading / bare <= 1.15,
        },
        { name: 'contacts a second', value: Math.round(count / run.loading).toLocaleString('en') },
        { name: 'writing, s', value: run.writing.toFixed(1) },
        { name: 'file, MB', value: (run.bytes / 1e6).toFixed(1) },
        {
          name: 'longest task of the page, ms',
          value: run.longestTask.toFixed(0),
          goal: `under ${LONG_TASK_MS}`,
          met: run.longestTask < LONG_TASK_MS,
        },
        { name: 'the same while it is idle, ms', value: idle.longestTask.toFixed(0) },
        { name: 'longest gap in its event loop, ms', value: run.longestGap.toFixed(0) },
        { name: 'the same while it is idle, ms', value: idle.longestGap.toFixed(0) },
        { name: 'heap of the page, MB', value: run.heap.toFixed(0) },
      ])
    }
    const [csv, xlsx] = runs
    if (spawnSync(OFFICE, ['--version']).status === 0)
      printFigures('LibreOffice', compare(csv!, xlsx!, folder))
    else console.log('\nLibreOffice is not here to read the files: apt-get install -y libreoffice-calc')
  })
} finally {
  rmSync(folder, { recursive: true, force: true })
}
