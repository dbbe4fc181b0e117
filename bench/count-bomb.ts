import { join } from 'node:path'
import process from 'node:process'
import { setTimeout } from 'node:timers/promises'
import { countInThread } from '#/server/archive/counting/counting.ts'
import { ARCHIVE_FILE } from '#/server/archive/open.ts'
import { createFiguresCounter } from '#/server/archive/figures/in-turn.ts'
import { figuresBody, type FiguresQuestion } from '#/server/archive/figures/question.ts'
import { HELD_YEAR, inFolder, writeYear } from './archive/held.ts'
import { ms, printFigures, type BenchFigure } from './support.ts'

/*
 * npm run bench:count-bomb: the dearest questions that one session can ask of the overview's counter, and how long another
 * account waits meanwhile. `-- 200000` takes another number of contacts.
 */

const MB = 1024 * 1024
const CONTACTS = Number(process.argv[2] ?? 60_000)
/** It is being counted by then. */
const LEFT_AFTER_MS = 20
const NEVER = new AbortController().signal

/** Each a JSON body under 1 MiB. */
const sets = (count: number, ranges: number, levels: readonly string[]) => ({
  name: 'day_sets',
  question: {
    filters: [],
    levels,
    won: [],
    sets: Array.from({ length: count }, (_, set) =>
      Array.from({ length: ranges }, (_, range) => ({
        first: HELD_YEAR.first + (set % 5),
        last: HELD_YEAR.last - (range % 7),
      })),
    ),
  },
})
const BOMBS = {
  'day_sets by what is many': sets(200, 150, ['page', 'caller', 'search_request', 'campaign']),
  'day_sets by what is few': sets(200, 150, ['source', 'channel', 'kind', 'target']),
  'day_sets that are answered': sets(200, 150, ['target', 'kind']),
  tree: {
    name: 'tree',
    question: { filters: [], won: [], levels: ['caller', 'page', 'search_request', 'campaign'] },
  },
  'table of callers': { name: 'table', question: { filters: [], won: [], dimension: 'caller', limit: null } },
}
const SMALL: FiguresQuestion = { name: 'rows', question: { filters: [], limit: 10 } }

await inFolder(async (opened, folder) => {
  for (const account of ['bomber', 'other']) await writeYear(opened, account, CONTACTS)
  const counter = createFiguresCounter(countInThread(join(folder, ARCHIVE_FILE)), opened.store)
  const about = {
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
  const ask = async (account: string, asked: FiguresQuestion | null, signal = NEVER) => {
    const at = performance.now()
    const answer = await counter
      .ask({ ...about, account, asked }, { signal, tell: () => {}, waiter: { account, person: account } })
      .then(
        ({ text }) => `${(text.length / MB).toFixed(1)} MB`,
        (error: unknown) => (error as Error).message,
      )
    return { answer, took: performance.now() - at }
  }
  const bomb = (body: (typeof BOMBS)[keyof typeof BOMBS], signal = NEVER) => {
    const at = performance.now()
    const { success, data } = figuresBody(body.name as FiguresQuestion['name']).safeParse({
      question: body.question,
      oid: null,
      days: HELD_YEAR,
      comparedDays: null,
    })
    return success
      ? ask('bomber', { name: body.name, question: data.question } as FiguresQuestion, signal)
      : Promise.resolve({ answer: 'no question', took: performance.now() - at })
  }
  for (const account of ['bomber', 'other']) await ask(account, null)
  await ask('other', SMALL)
  const figures: BenchFigure[] = []
  const before = process.memoryUsage.rss()
  let peak = before
  const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 20)
  const growth = () => `${((peak - before) / MB).toFixed(0)} MB`
  for (const [name, body] of Object.entries(BOMBS)) {
    const { took, answer } = await bomb(body)
    figures.push({
      name: `${name}: time; answer; memory since the start`,
      value: `${ms(took)}; ${answer}; ${growth()}`,
    })
    const leave = new AbortController()
    const left = bomb(body, leave.signal)
    await setTimeout(LEFT_AFTER_MS)
    leave.abort()
    const { took: after } = await ask('other', SMALL)
    await left
    figures.push({ name: `${name}: another account, right after the asker has left`, value: ms(after) })
    const bombs = Array.from({ length: Number(process.argv[3] ?? 10) }, () => bomb(body))
    const other = await ask('other', SMALL)
    figures.push({
      name: `${name}: another account beside ten of them`,
      value: ms(other.took),
      goal: '1000 ms',
    })
    await Promise.all(bombs)
    figures.push({ name: `${name}: memory since the start`, value: growth(), goal: '300 MB' })
  }
  clearInterval(watch)
  await counter.close()
  printFigures(`${CONTACTS.toLocaleString('en')} contacts an account`, figures)
})
