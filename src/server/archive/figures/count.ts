import process from 'node:process'
import { withCheckpoints } from '#/analytics/columns/checkpoint.ts'
import { TooManyGroups } from '#/analytics/columns/aggregate.ts'
import { LATER_DAYS } from '#/analytics/figures/reached-later.ts'
import { clocksOf, type Dataset } from '#/analytics/columns/dataset.ts'
import type { ClockMoment } from '#/analytics/columns/select.ts'
import { createAnswering } from '#/analytics/figures/answering.ts'
import type { AnswerName, Answers } from '#/analytics/figures/answer.ts'
import { dayNumber, momentAt } from '#/contract/day.ts'
import { FIGURES_ROWS_MAX } from '#/contract/figures/rows-max.ts'
import type { CountAsRule } from '#/contract/preferences.ts'
import type { ObjectWeek } from '#/contract/working-hours/working-hours.ts'
import type { RunningCount } from '#/server/archive/counting/calls.ts'
import { createMemory, type Memory } from '#/server/archive/lists/memory.ts'
import type { SegmentDays } from '#/server/archive/store/store.ts'
import { createHeldContacts, type HeldContacts, type HeldStore } from './held-contacts.ts'
import type { FiguresQuestion } from './question.ts'

/** Contacts that are kept in memory together, and those that one question is about at most. */
export const MOST_CONTACTS = 20_000_000
/** Of an answer in JSON. */
const MOST_BYTES = 4 * 1024 * 1024
/** Milliseconds of CPU after which a question is given up; reading contacts into memory is no part of it. */
const MOST_CPU_MS = 10_000
/** Contacts that no question was about for so long leave memory. */
const KEPT_MS = 10 * 60_000

/** What is known of the contacts themselves. */
export interface ContactFacts {
  /** Contacts of the period, and of its comparison; null: there is none. */
  readonly rows: readonly [number, number | null]
  /** Minutes east of UTC of the objects' clocks (G6), that of the most objects first. */
  readonly clocks: readonly number[]
  readonly objectTitles: readonly (readonly [string, string])[]
  readonly now: ClockMoment
  /** Managers as their contacts name them, where the answer masks them: who filters by a mask is understood. */
  readonly maskedNames: readonly string[]
}

/** What people of the account have chosen that figures go by. */
interface ChosenNames {
  /** Names of CRM statuses that mean a won deal (G28). */
  readonly won: readonly string[]
  /** Names of sources and campaigns that count as others. */
  readonly countAs: readonly CountAsRule[]
}

export interface FiguresCall {
  readonly question:
    | {
        readonly account: string
        /** Null: all objects. */
        readonly oid: string | null
        /** Names of fields of a contact that must not be looked at (G12). */
        readonly hidden: ReadonlySet<string>
        /** What the masks of presentation mode are made of; null: nothing is masked. */
        readonly presentation: string | null
        readonly days: SegmentDays
        readonly comparedDays: SegmentDays | null
        /** Milliseconds since 1970 until when contacts count. */
        readonly until: number
        /** Every contact of these days is stored. */
        readonly isWhole: boolean
        /** Of the objects that have them. */
        readonly workingHours: readonly ObjectWeek[]
        readonly chosen: ChosenNames
        /** Null: only the facts. */
        readonly asked: FiguresQuestion | null
      }
    /** Accounts whose contacts are to leave memory. */
    | { readonly forget: readonly string[] }
  readonly answer: {
    readonly facts: ContactFacts
    /** JSON: a text goes from thread to thread in a fraction of the time. Null: it would be more than one answer holds. */
    readonly text: string | null
    /** It was given up, for it takes too long. */
    readonly isTooSlow?: boolean
  } | null
}

class TooSlow extends Error {
  override readonly name = 'TooSlow'
}

const cpuMs = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

interface Counting {
  readonly kept: Memory<HeldContacts>
  readonly answerOver: ReturnType<typeof createAnswering>
}

const keyOf = (account: string, ...rest: readonly unknown[]) => JSON.stringify([account, ...rest])

const countingBy = new WeakMap<HeldStore, Counting>()
const countingOf = (store: HeldStore): Counting => {
  const before = countingBy.get(store)
  if (before) return before
  const made = {
    kept: createMemory<HeldContacts>(MOST_CONTACTS, Date.now, KEPT_MS),
    answerOver: createAnswering(),
  }
  countingBy.set(store, made)
  return made
}

/** The days after a period that a question is about too; null: it is about none. */
export const daysAfter = ({ last }: SegmentDays, asked: FiguresQuestion | null): SegmentDays | null =>
  asked?.name === 'reached_later' ? { first: last + 1, last: last + LATER_DAYS } : null

/** @throws whatever the store throws; the signal's reason once it is aborted */
export const countFigures = async (
  store: HeldStore,
  question: FiguresCall['question'],
  { signal, tell, look }: RunningCount,
): Promise<FiguresCall['answer']> => {
  const counting = countingOf(store)
  if ('forget' in question) {
    const forgotten = new Set(question.forget)
    counting.kept.drop((key) => forgotten.has((JSON.parse(key) as [string])[0]))
    return null
  }
  const { account, oid, hidden, presentation, days, comparedDays, isWhole, workingHours, chosen, asked } =
    question
  const after = daysAfter(days, asked)
  const stretches = [days, comparedDays, after].filter((one) => one !== null)
  const held = stretches.map((of) => {
    const key = keyOf(account, oid, [...hidden].toSorted(), presentation, of.first, of.last)
    return {
      key,
      contacts:
        counting.kept.find(key, 0) ??
        createHeldContacts(store, { account, days: of, oid, hidden, presentation }),
    }
  })
  const done = held.map(() => 0)
  const all = await Promise.all(held.map(({ contacts }) => contacts.begin()))
  const [whole, sum] = [all.reduce((a, b) => a + b, 0), () => done.reduce((a, b) => a + b, 0)]
  // Room for them is made before they are read.
  for (const [nth, { key, contacts }] of held.entries()) counting.kept.keep(key, 0, contacts, all[nth]!)
  for (const [nth, { contacts }] of held.entries())
    await contacts.bring(signal, (rows) => {
      done[nth] = rows
      tell(sum(), whole)
    })
  const [current, ...others] = held.map(({ contacts }) => contacts.data)
  const compared = comparedDays === null ? null : others[0]!
  const facts = factsOf(current!, compared, question)
  if (asked === null) return { facts, text: '' }
  const from = cpuMs()
  const lookAtTime = () => {
    look()
    if (cpuMs() - from > MOST_CPU_MS) throw new TooSlow()
  }
  try {
    const answer = withCheckpoints(lookAtTime, () =>
      counting.answerOver<AnswerName>(
        asked.name,
        [current!, after === null ? compared : others.at(-1)!],
        completed(asked, { now: facts.now, last: days.last, isWhole, workingHours, chosen }),
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

const factsOf = (
  current: Dataset,
  compared: Dataset | null,
  { until, presentation }: { readonly until: number; readonly presentation: string | null },
): ContactFacts => {
  const loaded = compared === null ? [current] : [current, compared]
  const clocks = [...clocksOf(current)]
  // Where no contact says whose day it is, none is cut by it.
  const offset = clocks[0] ?? null
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

/** A question with what the server itself knows of it. */
const completed = (
  { name, question: { raw = false, ...sent } }: FiguresQuestion,
  {
    now,
    last,
    isWhole,
    workingHours,
    chosen,
  }: {
    readonly now: ClockMoment
    readonly last: number
    readonly isWhole: boolean
    readonly workingHours: readonly ObjectWeek[]
    readonly chosen: ChosenNames
  },
): Answers[AnswerName]['question'] => {
  // A day that is over by the clock of most contacts may go on for some by theirs.
  const moment = now.day <= last + 1 ? now : null
  const question = { ...sent, won: chosen.won, countAs: raw ? [] : chosen.countAs }
  if (name === 'report' || name === 'report_rest') return { ...question, now: moment, workingHours }
  if (name === 'changes') return { ...question, now: moment, isWhole }
  if (name === 'today') return { ...question, now, isWhole }
  return name === 'call_backs' ? { ...question, now } : question
}

/** Of a report, and of what there is to do today, their own limits hold. */
const rowsIn = (answer: Answers[AnswerName]['answer']): number => {
  if (Array.isArray(answer)) return answer.flat().length
  if ('rows' in answer) return answer.rows.length
  if ('callers' in answer) return answer.callers.length
  return 'open' in answer ? answer.open.length + answer.reached.length : 0
}
