import { withCheckpoints } from '#/analytics/columns/checkpoint.ts'
import { TooManyGroups } from '#/analytics/columns/aggregate.ts'
import { clocksOf } from '#/analytics/columns/dataset.ts'
import { createAnswering } from '#/analytics/worker/answering.ts'
import type { AnswerName, Answers } from '#/analytics/worker/answer.ts'
import { OVERVIEW_ROWS_MAX } from '#/contract/archive/rows-max.ts'
import type { OverviewFacts } from '#/contract/archive/overview.ts'
import type { RunningCount } from '#/server/archive/counting/calls.ts'
import { createMemory, type Memory } from '#/server/archive/lists/memory.ts'
import type { SegmentDays } from '#/server/archive/store/store.ts'
import { createHeldContacts, type HeldContacts, type HeldStore } from './held-contacts.ts'
import type { AskedQuestion } from './question.ts'

/** Contacts that are kept in memory together, and those that one question is about at most. */
export const MOST_CONTACTS = 20_000_000
/** Of an answer in JSON. */
const MOST_BYTES = 4 * 1024 * 1024
/** As long as a browser keeps its own columns after the page was left. */
const KEPT_MS = 10 * 60_000

/** A question of the overview to contacts that are too many for a browser. */
export interface OverviewCall {
  readonly question:
    | {
        readonly account: string
        /** Null: all objects. */
        readonly oid: string | null
        /** Names of fields of a contact that must not be looked at (G12). */
        readonly hidden: ReadonlySet<string>
        readonly days: SegmentDays
        readonly comparedDays: SegmentDays | null
        /** Null: what is known of the contacts themselves, {@link OverviewFacts}. */
        readonly asked: AskedQuestion | null
      }
    /** Accounts whose contacts are to be kept no longer, in memory neither. */
    | { readonly forget: readonly string[] }
  /** JSON: a text goes from thread to thread in a fraction of the time. Null: it would be more than one answer holds. */
  readonly answer: string | null
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

/** @throws whatever the store throws; the signal's reason once it is aborted */
export const countOverview = async (
  store: HeldStore,
  question: OverviewCall['question'],
  { signal, tell, look }: RunningCount,
): Promise<string | null> => {
  const counting = countingOf(store)
  if ('forget' in question) {
    const forgotten = new Set(question.forget)
    counting.kept.drop((key) => forgotten.has((JSON.parse(key) as [string])[0]))
    return ''
  }
  const { account, oid, hidden, days, comparedDays, asked } = question
  const stretches = [days, ...(comparedDays === null ? [] : [comparedDays])]
  const held = stretches.map((of) => {
    const key = keyOf(account, oid, [...hidden].toSorted(), of.first, of.last)
    return {
      key,
      contacts: counting.kept.find(key, 0) ?? createHeldContacts(store, account, of, oid, hidden),
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
  const [current, compared] = held.map(({ contacts }) => contacts.data)
  if (asked === null) {
    const facts: OverviewFacts = {
      rows: [current!.rows, compared?.rows ?? null],
      clocks: [...clocksOf(current!)],
      object_titles: [...new Map(held.flatMap(({ contacts }) => [...contacts.data.objectTitles]))],
    }
    return JSON.stringify(facts)
  }
  try {
    const answer = withCheckpoints(look, () =>
      counting.answerOver<AnswerName>(asked.name, [current!, compared ?? null], asked.question),
    )
    if (rowsIn(answer) > OVERVIEW_ROWS_MAX) return null
    const text = JSON.stringify(answer)
    return Buffer.byteLength(text) > MOST_BYTES ? null : text
  } catch (error) {
    if (error instanceof TooManyGroups) return null
    throw error
  }
}

/** Of a report, and of what there is to do today, their own limits hold. */
const rowsIn = (answer: Answers[AnswerName]['answer']): number => {
  if (Array.isArray(answer)) return answer.flat().length
  if ('rows' in answer) return answer.rows.length
  if ('callers' in answer) return answer.callers.length
  return 'open' in answer ? answer.open.length + answer.reached.length : 0
}
