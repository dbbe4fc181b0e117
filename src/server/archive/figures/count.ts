import process from 'node:process'
import { withCheckpoints } from '#/server/metrics/columns/checkpoint.ts'
import { TooManyGroups } from '#/server/metrics/columns/aggregate.ts'
import { LATER_DAYS } from '#/server/metrics/figures/reached-later.ts'
import { clocksOf, type Dataset } from '#/server/metrics/columns/dataset.ts'
import type { ClockMoment, SpendRules, WholeQuestion } from '#/contract/figures/questions.ts'
import { answer } from '#/server/metrics/figures/answer.ts'
import { NO_SPEND, shareDays } from '#/server/metrics/figures/costs.ts'
import type { FiguresName, FiguresData } from '#/contract/figures/answers.ts'
import { dayNumber, momentAt } from '#/contract/day.ts'
import { FIGURES_ROWS_MAX } from '#/contract/figures/rows-max.ts'
import type { AliasRule } from '#/contract/preferences.ts'
import type { ObjectWeek } from '#/contract/working-hours/working-hours.ts'
import type { RunningCount } from '#/server/archive/counting/calls.ts'
import { accountClocks } from '#/server/archive/counting/account-clocks.ts'
import { createMemory, type Memory } from '#/server/archive/lists/memory.ts'
import type { SegmentDays } from '#/server/archive/store/store.ts'
import {
  createContactCache,
  type ContactCache,
  type ContactCacheStore,
} from '#/server/archive/figures/contact-cache.ts'
import type { FiguresQuestion } from '#/server/archive/figures/question.ts'
import { createCounting } from '#/server/metrics/columns/aliases.ts'
import { countFilters } from '#/analytics/aliases.ts'

interface CountedContacts {
  readonly current: Dataset
  readonly compared: Dataset | null
  /** Of {@link addedDays}. */
  readonly added: Dataset | null
}

/** Answers questions with aliases applied. */
const createAnswering = () => {
  const counting = createCounting()
  return <A extends FiguresName>(
    name: A,
    { current, compared, added }: CountedContacts,
    question: WholeQuestion<A>,
  ): FiguresData<A> => {
    const { countAs = [] } = question
    const counted = (data: Dataset) => counting(data, countAs, data.changes)
    return answer[name](
      counted(current),
      compared && counted(compared),
      { ...question, filters: countFilters(question.filters, countAs) },
      added && counted(added),
    )
  }
}

export const MOST_CONTACTS = 20_000_000
const MOST_BYTES = 4 * 1024 * 1024
/** CPU time limit of a question, without reading its contacts into memory. */
const MOST_CPU_MS = 10_000
/** Unused contacts leave memory after this time. */
const CACHE_MS = 10 * 60_000

export interface ContactFacts {
  readonly rows: readonly [number, number | null]
  /** Minutes east of UTC of the objects' clocks (G6), most frequent first. */
  readonly clocks: readonly number[]
  readonly objectTitles: readonly (readonly [string, string])[]
  readonly now: ClockMoment
  readonly maskedNames: readonly string[]
}

interface ChosenNames {
  /** Names of CRM statuses that mean a won deal (G28). */
  readonly won: readonly string[]
  readonly countAs: readonly AliasRule[]
}

export interface FiguresCall {
  readonly question:
    | {
        readonly account: string
        readonly oid: string | null
        readonly hidden: ReadonlySet<string>
        readonly presentation: string | null
        readonly days: SegmentDays
        readonly comparedDays: SegmentDays | null
        /** Contacts count until this epoch millisecond. */
        readonly until: number
        readonly isComplete: boolean
        readonly workingHours: readonly ObjectWeek[]
        readonly chosen: ChosenNames
        readonly requested: FiguresQuestion | null
        /** For costs. */
        readonly spend?: SpendRules
      }
    | { readonly forget: readonly string[] }
  readonly answer: {
    readonly facts: ContactFacts
    /** JSON: strings are cloned between threads much faster than objects. Null: too large. */
    readonly text: string | null
    readonly isTooSlow?: boolean
  } | null
}

type CountedQuestion = Exclude<FiguresCall['question'], { readonly forget: readonly string[] }>

class TooSlow extends Error {
  override readonly name = 'TooSlow'
}

const cpuMs = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

interface Counting {
  readonly contactCaches: Memory<ContactCache>
  readonly answerOver: ReturnType<typeof createAnswering>
}

const keyOf = (account: string, ...rest: readonly unknown[]) => JSON.stringify([account, ...rest])

const countingBy = new WeakMap<ContactCacheStore, Counting>()
const countingOf = (store: ContactCacheStore): Counting => {
  const before = countingBy.get(store)
  if (before) return before
  const made = {
    contactCaches: createMemory<ContactCache>(MOST_CONTACTS, Date.now, CACHE_MS),
    answerOver: createAnswering(),
  }
  countingBy.set(store, made)
  return made
}

/** Days that a question needs besides its period. */
export const addedDays = ({
  days: { last },
  requested,
  spend = NO_SPEND,
}: Pick<CountedQuestion, 'days' | 'requested' | 'spend'>): SegmentDays | null => {
  if (requested?.name === 'reached_later') return { first: last + 1, last: last + LATER_DAYS }
  if (requested?.name !== 'costs' && requested?.name !== 'today') return null
  const { today = requested.question.days.last } = requested.question
  return spend.share === 'read' ? shareDays(today) : null
}

/** @throws the store's errors; the signal's reason */
export const countFigures = async (
  store: ContactCacheStore,
  question: FiguresCall['question'],
  { signal, tell: report, checkpoint: look }: RunningCount,
): Promise<FiguresCall['answer']> => {
  const counting = countingOf(store)
  if ('forget' in question) {
    const forgotten = new Set(question.forget)
    counting.contactCaches.drop((key) => forgotten.has((JSON.parse(key) as [string])[0]))
    return null
  }
  const {
    account,
    oid,
    hidden,
    presentation,
    days,
    comparedDays,
    isComplete,
    workingHours,
    chosen,
    requested,
  } = question
  const added = addedDays(question)
  const stretches = [days, comparedDays, added].filter((one) => one !== null)
  const stretchColumns = stretches.map((of) => {
    const key = keyOf(account, oid, [...hidden].toSorted(), presentation, of.first, of.last)
    return {
      key,
      contacts:
        counting.contactCaches.find(key, 0) ??
        createContactCache(store, { account, days: of, oid, hidden, presentation }),
    }
  })
  const done = stretchColumns.map(() => 0)
  const all = await Promise.all(stretchColumns.map(({ contacts }) => contacts.begin()))
  const [whole, sum] = [all.reduce((a, b) => a + b, 0), () => done.reduce((a, b) => a + b, 0)]
  // Evicts others before reading, so that both never fit in memory at once.
  for (const [nth, { key, contacts }] of stretchColumns.entries())
    counting.contactCaches.keep(key, 0, contacts, all[nth]!)
  for (const [nth, { contacts }] of stretchColumns.entries())
    await contacts.bring(signal, (rows) => {
      done[nth] = rows
      report(sum(), whole)
    })
  const [current, ...others] = stretchColumns.map(({ contacts }) => contacts.data)
  const compared = comparedDays === null ? null : others[0]!
  const facts = factsOf(current!, compared, question, await mainClock(store, question))
  if (requested === null) return { facts, text: '' }
  const from = cpuMs()
  const checkTime = () => {
    look()
    if (cpuMs() - from > MOST_CPU_MS) throw new TooSlow()
  }
  try {
    const answer = withCheckpoints(checkTime, () =>
      counting.answerOver<FiguresName>(
        requested.name,
        { current: current!, compared, added: added === null ? null : others.at(-1)! },
        completed(requested, {
          now: facts.now,
          last: days.last,
          isComplete,
          workingHours,
          chosen,
          spend: question.spend ?? NO_SPEND,
        }),
      ),
    )
    if (rowsIn(answer) > FIGURES_ROWS_MAX) return { facts, text: null }
    const text = JSON.stringify(answer)
    return { facts, text: Buffer.byteLength(text) > MOST_BYTES ? null : text }
  } catch (error) {
    if (error instanceof TooManyGroups) return { facts, text: null }
    if (error instanceof TooSlow) return { facts, text: null, isTooSlow: true }
    throw error
  }
}

/** The zone of "as of" and of today must not follow the period shown. */
const mainClock = async (
  store: ContactCacheStore,
  { account, oid, hidden, until }: Pick<CountedQuestion, 'account' | 'oid' | 'hidden' | 'until'>,
): Promise<number | null> => {
  if (hidden.has('date')) return null
  const { main, objects } = await accountClocks(store, { account, now: until })
  return oid === null ? main : (objects.get(oid) ?? null)
}

const factsOf = (
  current: Dataset,
  compared: Dataset | null,
  { until, presentation }: Pick<CountedQuestion, 'until' | 'presentation'>,
  main: number | null,
): ContactFacts => {
  const loaded = compared === null ? [current] : [current, compared]
  const clocks = [...clocksOf(current)]
  // Without offsets no day is cut at the present moment.
  const offset = main ?? clocks[0] ?? null
  const { day, minute } = momentAt(until, offset ?? 0)
  const names = (data: Dataset) => data.by.manager.values.filter((name) => name !== null)
  return {
    rows: [current.rows, compared?.rows ?? null],
    clocks,
    objectTitles: [...new Map(loaded.flatMap(({ objectTitles }) => [...objectTitles]))],
    now: { day: dayNumber(day), minute, offset },
    maskedNames: presentation === null ? [] : [...new Set(loaded.flatMap(names))],
  }
}

const completed = (
  { name, question: { raw = false, ...sent } }: FiguresQuestion,
  {
    now,
    last,
    isComplete,
    workingHours,
    chosen,
    spend,
  }: {
    readonly now: ClockMoment
    readonly last: number
    readonly isComplete: boolean
    readonly workingHours: readonly ObjectWeek[]
    readonly chosen: ChosenNames
    readonly spend: SpendRules
  },
): WholeQuestion<FiguresName> => {
  // A day that is over by most clocks may last on others.
  const moment = now.day <= last + 1 ? now : null
  const question = { ...sent, won: chosen.won, countAs: raw ? [] : chosen.countAs }
  if (name === 'report' || name === 'report_rest') return { ...question, now: moment, workingHours }
  if (name === 'changes') return { ...question, now: moment, isComplete }
  if (name === 'forecast') return { ...question, now, spend }
  if (name === 'today') return { ...question, now, isComplete, spend }
  if (name === 'costs') return { ...question, now: moment, spend }
  return name === 'call_backs' ? { ...question, now } : question
}

const rowsIn = (answer: FiguresData<FiguresName>): number => {
  if (answer === null) return 0
  if (Array.isArray(answer)) return answer.flat().length
  if ('rows' in answer) return answer.rows.length
  if ('counted' in answer) return answer.counted.reduce((sum, { rows }) => sum + rows.length, 0)
  if ('callers' in answer) return answer.callers.length
  return 'open' in answer ? answer.open.length + answer.reached.length : 0
}
