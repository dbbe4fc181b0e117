import { join } from 'node:path'
import process from 'node:process'
import { brotliCompressSync, constants } from 'node:zlib'
import { createDataset } from '#/analytics/columns/dataset.ts'
import { appendSegment, encodeSegment } from '#/analytics/columns/segment.ts'
import type { PageQuestion } from '#/analytics/figures/answer.ts'
import { countInThread } from '#/server/archive/counting/counting.ts'
import { ARCHIVE_FILE, type OpenedArchive } from '#/server/archive/open.ts'
import { createFiguresCounter } from '#/server/archive/figures/in-turn.ts'
import type { FiguresQuestion } from '#/server/archive/figures/question.ts'
import { pack, unpack } from '#/server/archive/store/stored-day.ts'
import { ms, type BenchFigure } from '../support.ts'
import { HELD_YEAR, inFolder, writeYear } from './held.ts'

/* The overview of more contacts than a browser counts, by the thread that counts them. */

const MB = 1024 * 1024
const ACCOUNT = 'one'
const never = new AbortController().signal

const REPORT: PageQuestion<'report'> = {
  filters: [],
  days: HELD_YEAR,
  comparedDays: null,
  bucket: 'week',
  won: ['Won'],
}
const clicked = { ...REPORT, filters: [{ by: 'source', values: ['Source 3'] }] } as const
const QUESTIONS: readonly (readonly [string, FiguresQuestion])[] = [
  ['report', { name: 'report', question: REPORT }],
  ['the rest of it', { name: 'report_rest', question: REPORT }],
  ['report after a click', { name: 'report', question: clicked }],
  ['the rest of that', { name: 'report_rest', question: clicked }],
  ['contacts behind a figure', { name: 'rows', question: { filters: [], limit: 100 } }],
]

/** Each contact so many times: to draw and write them all would take a quarter of an hour. */
const multiply = async ({ database, store }: OpenedArchive, times: number) => {
  for (const { first, bytes } of await store.segments(ACCOUNT, HELD_YEAR)) {
    const plain = await unpack(bytes)
    const data = createDataset()
    for (let time = 0; time < times; time++) appendSegment(data, plain)
    const written = { bytes: await pack(encodeSegment(data), 1), version: 1_000_000 }
    await database.updateTable('archive_segments').set(written).where('first_day', '=', first).execute()
  }
  await database
    .updateTable('archive_days')
    .set(({ eb }) => ({ contacts: eb('contacts', '*', times) }))
    .execute()
}

const measure = async (opened: OpenedArchive, folder: string, contacts: number): Promise<BenchFigure[]> => {
  const before = process.memoryUsage().rss
  const counter = createFiguresCounter(countInThread(join(folder, ARCHIVE_FILE)), opened.store)
  const about = {
    account: ACCOUNT,
    oid: null,
    hidden: new Set<string>(),
    days: HELD_YEAR,
    comparedDays: null,
    presentation: null,
    until: Date.now(),
    isWhole: true,
    workingHours: [],
    chosen: { won: [], countAs: [] },
  }
  const ask = async (asked: FiguresQuestion | null) => {
    const [cpu, at] = [process.cpuUsage(), performance.now()]
    const answer = await counter.ask(
      { ...about, asked },
      { signal: never, tell: () => {}, waiter: { account: ACCOUNT, person: ACCOUNT } },
    )
    const { user, system } = process.cpuUsage(cpu)
    const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }
    return {
      cpu: (user + system) / 1000,
      took: performance.now() - at,
      bytes: brotliCompressSync(answer.text, quality).length,
    }
  }
  const name = `${contacts.toLocaleString('en')} contacts counted by the server`
  const prepared = await ask(null)
  const figures: BenchFigure[] = [
    {
      name: `${name}: read into memory, CPU; time`,
      value: `${ms(prepared.cpu)}; ${ms(prepared.took)}`,
    },
  ]
  let sent = prepared.bytes
  for (const [question, asked] of QUESTIONS) {
    const first = await ask(asked)
    const again = await ask(asked)
    sent += first.bytes
    figures.push({
      name: `${name}: ${question}, CPU; time; bytes sent; CPU again`,
      value: `${ms(first.cpu)}; ${ms(first.took)}; ${(first.bytes / 1024).toFixed(1)} kB; ${ms(again.cpu)}`,
      goal: '1000 ms',
      met: first.cpu <= 1000,
    })
  }
  let columns = 0
  for (const { size } of await opened.store.segmentDays(ACCOUNT, HELD_YEAR)) columns += size
  figures.push({
    name: `${name}: bytes sent to a browser, beside its columns; memory`,
    value: `${(sent / 1024).toFixed(0)} kB, ${(columns / MB).toFixed(1)} MB; ${((process.memoryUsage().rss - before) / MB).toFixed(0)} MB more`,
  })
  await counter.close()
  return figures
}

export const measureServerCount = async (isQuick: boolean): Promise<BenchFigure[]> =>
  inFolder(async (opened, folder) => {
    const [contacts, times] = isQuick ? [50_000, 2] : [1_250_000, 8]
    await writeYear(opened, ACCOUNT, contacts)
    const figures = await measure(opened, folder, contacts)
    await multiply(opened, times)
    return [...figures, ...(await measure(opened, folder, contacts * times))]
  })
