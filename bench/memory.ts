import { spawnSync } from 'node:child_process'
import process from 'node:process'
import { join } from 'node:path'
import { sql } from 'kysely'
import { countInThread } from '#/server/archive/counting/counting.ts'
import { createFiguresCounter } from '#/server/archive/figures/in-turn.ts'
import type { FiguresQuestion } from '#/server/archive/figures/question.ts'
import { ARCHIVE_FILE, openArchive, type OpenedArchive } from '#/server/archive/open.ts'
import { AFTER_YEAR, WHOLE, writeYear, YEAR } from './contacts.ts'
import { addGoal, addRemark, chosenSize, median, ms, whole, type BenchOptions } from './report.ts'
import { inFolder, memoryOf } from './machine.ts'

/*
 * The memory of a process that has counted the overview of ten accounts with 1,000,000 contacts each, and how long that
 * takes. The contacts are written by another process.
 */

const ACCOUNTS = 10
const EACH = 1_000_000
const MOST_MB = 900
const ROUNDS = 3
const NEXT = 'Give freed buffers back: with a fixed MALLOC_MMAP_THRESHOLD_ of 128 kB it was some 120 MB less'

const accountNames = Array.from({ length: ACCOUNTS }, (_, nth) => `account ${nth}`)
const never = new AbortController().signal

/** What a counter is told of an account besides the question. */
export const aboutYear = (account: string) => ({
  account,
  oid: null,
  hidden: new Set<string>(),
  days: YEAR,
  comparedDays: null,
  presentation: null,
  until: AFTER_YEAR,
  isComplete: true,
  workingHours: [],
  chosen: { won: [], countAs: [] },
})

const REPORT: FiguresQuestion = {
  name: 'report',
  question: { filters: [], days: YEAR, comparedDays: null, bucket: 'week' },
}

/** Everything that is held of one account for another one as well. */
const copyAccount = async ({ database, store }: OpenedArchive, from: string, to: string) => {
  await store.settle(to, YEAR, WHOLE)
  const numberOf = (account: string) => sql`(select number from archive_accounts where account = ${account})`
  await sql`insert into archive_segments (account, first_day, last_day, bytes)
    select ${numberOf(to)}, first_day, last_day, bytes from archive_segments where account = ${numberOf(from)}`.execute(
    database,
  )
  await sql`update archive_days set contacts = (select contacts from archive_days one
    where one.account = ${numberOf(from)} and one.day = archive_days.day) where account = ${numberOf(to)}`.execute(
    database,
  )
}

interface Counted {
  readonly first: number
  readonly again: number
  readonly before: number
  readonly now: number
  readonly most: number
}

/** Counts all accounts, in the process that is measured. */
const count = async (folder: string): Promise<Counted> => {
  const { store, database } = await openArchive(folder)
  const before = memoryOf(process.pid).now
  const counter = createFiguresCounter(countInThread(join(folder, ARCHIVE_FILE)), store)
  const took: number[][] = []
  for (let round = 0; round < ROUNDS; round++)
    for (const [nth, account] of accountNames.entries()) {
      const at = performance.now()
      const waiter = { account, person: account }
      await counter.ask(
        { ...aboutYear(account), requested: REPORT },
        { signal: never, tell: () => {}, waiter },
      )
      took[nth] = [...(took[nth] ?? []), performance.now() - at]
    }
  const { now, most } = memoryOf(process.pid)
  await counter.close()
  await database.destroy()
  const first = median(took.map((one) => one[0]!))
  return { first, again: median(took.flatMap((one) => one.slice(1))), before, now, most }
}

export const measureHeldMemory = (options: BenchOptions): Promise<void> =>
  inFolder(async (folder) => {
    const each = chosenSize(options.contacts, options, EACH, 20_000)
    const opened = await openArchive(folder)
    console.log(`Writing ${whole(each)} contacts …`)
    await writeYear(opened.store, accountNames[0]!, each)
    for (const account of accountNames.slice(1)) await copyAccount(opened, accountNames[0]!, account)
    await opened.database.destroy()
    const { stdout, status } = spawnSync(
      process.execPath,
      ['--max-semi-space-size=4', '--disable-warning=ExperimentalWarning', import.meta.filename, folder],
      {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'inherit'],
        // As in the Dockerfile.
        env: { ...process.env, MALLOC_ARENA_MAX: '2' },
      },
    )
    if (status !== 0) throw new Error(`Counting ended with ${status}`)
    const { first, again, before, now, most } = JSON.parse(stdout) as Counted
    addRemark(
      `${ACCOUNTS} accounts of ${whole(each)} contacts: a report takes ${ms(first)} the first time, then ${ms(again)}. Memory before: ${whole(before)} MB; after: ${whole(now)} MB; at most: ${whole(most)} MB.`,
    )
    addGoal('memory with 10,000,000 contacts held', now, MOST_MB, 'MB', NEXT)
  })

if (import.meta.main) {
  console.log(JSON.stringify(await count(process.argv[2]!)))
  process.exit(0)
}
