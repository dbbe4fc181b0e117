import process from 'node:process'
import { setTimeout as pause } from 'node:timers/promises'
import { join } from 'node:path'
import { countInThread } from '#/server/archive/counting/counting.ts'
import { createFiguresCounter } from '#/server/archive/figures/in-turn.ts'
import { figuresBody, type FiguresQuestion } from '#/server/archive/figures/question.ts'
import { ARCHIVE_FILE, openArchive } from '#/server/archive/open.ts'
import { writeYear, YEAR } from './contacts.ts'
import { aboutYear } from './memory.ts'
import { addGoal, addTable, ms, chosenSize, whole, type BenchOptions } from './report.ts'
import { inFolder } from './machine.ts'

/*
 * The dearest questions that one session can ask of the overview's counter: time, memory, and how long another account
 * waits, beside ten of them and right after the asker has left.
 */

const MB = 1024 * 1024
const CONTACTS = 60_000
const AT_ONCE = 10
/** It is being counted by then. */
const LEFT_AFTER_MS = 20
const NEVER = new AbortController().signal
const NEXT =
  'Let the counting thread look more often whether its answer is still wanted, and refuse more by size'

const BOMBS = {
  tree: {
    name: 'tree',
    question: { filters: [], won: [], levels: ['caller', 'page', 'search_request', 'campaign'] },
  },
  'table of callers': { name: 'table', question: { filters: [], won: [], dimension: 'caller', limit: null } },
} as const
const SMALL: FiguresQuestion = { name: 'rows', question: { filters: [], limit: 10 } }

export const measureCountBomb = (options: BenchOptions): Promise<void> =>
  inFolder(async (folder) => {
    const contacts = chosenSize(options.contacts, options, CONTACTS, 10_000)
    const { store, database } = await openArchive(folder)
    for (const account of ['bomber', 'other']) await writeYear(store, account, contacts)
    const counter = createFiguresCounter(countInThread(join(folder, ARCHIVE_FILE)), store)
    const ask = async (account: string, question: FiguresQuestion | null, signal = NEVER) => {
      const at = performance.now()
      const context = { signal, tell: () => {}, waiter: { account, person: account } }
      const answer = await counter.ask({ ...aboutYear(account), requested: question }, context).then(
        ({ text }) => `${(text.length / MB).toFixed(1)} MB`,
        (error: unknown) => (error as Error).message,
      )
      return { answer, took: performance.now() - at }
    }
    const bomb = async ({ name, question }: (typeof BOMBS)[keyof typeof BOMBS], signal = NEVER) => {
      const body = { question, oid: null, days: YEAR, comparedDays: null }
      const { data } = figuresBody(name).safeParse(body)
      if (!data) return { answer: 'refused', took: 0 }
      return ask('bomber', { name, question: data.question } as FiguresQuestion, signal)
    }
    for (const account of ['bomber', 'other']) await ask(account, null)
    await ask('other', SMALL)
    const before = process.memoryUsage.rss()
    let [peak, longest] = [before, 0]
    const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 20)
    const rows = [
      ['count-bomb', 'time', 'answer', 'another account, the asker has left', `beside ${AT_ONCE} of them`],
    ]
    for (const [name, body] of Object.entries(BOMBS)) {
      const { took, answer } = await bomb(body)
      const leave = new AbortController()
      const left = bomb(body, leave.signal)
      await pause(LEFT_AFTER_MS)
      leave.abort()
      const { took: after } = await ask('other', SMALL)
      await left
      const bombs = Array.from({ length: AT_ONCE }, () => bomb(body))
      const { took: beside } = await ask('other', SMALL)
      await Promise.all(bombs)
      longest = Math.max(longest, beside)
      rows.push([name, ms(took), answer, ms(after), ms(beside)])
    }
    clearInterval(watch)
    await counter.close()
    await database.destroy()
    addTable(rows)
    const waits = `another account waits beside ${AT_ONCE} of the dearest questions`
    addGoal(`${waits}, ${whole(contacts)} contacts each`, longest, 1000, 'ms', NEXT)
    addGoal('memory they take', (peak - before) / MB, 300, 'MB', NEXT)
  })
