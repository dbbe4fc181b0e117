import type { ArchiveStore } from '#/server/archive/store/store.ts'
import {
  datasetOfDays,
  evaluateAlert,
  findIssues,
  replayAlert,
  type EvaluateAlertCall,
  type FindIssuesCall,
  type ReplayAlertCall,
} from '#/server/archive/evaluation/evaluate-account.ts'
import { listContacts, type ListContactsCall } from '#/server/archive/lists/find.ts'
import { findCallerNames, type CallerNamesCall } from './caller-names.ts'
import { countFigures, type FiguresCall } from '#/server/archive/figures/count.ts'
import { objectMinutes, type ObjectMinutesCall } from './object-minutes.ts'
import { accountClocks, type AccountClocksCall } from './account-clocks.ts'
import { countAccount, type CountAccountCall } from './count-account.ts'
import { countStatuses, type CountStatusesCall } from './count-statuses.ts'
import { openCallers } from '#/server/metrics/columns/call-backs.ts'
import { clocksOf } from '#/server/metrics/columns/dataset.ts'
import { CALL_BACK_DAYS } from '#/analytics/evaluation/findings.ts'
import { dayNumber, momentAt } from '#/contract/day.ts'
import { lastBegunDay } from '#/server/archive/reading/clock.ts'
import { coverageOf } from './coverage.ts'

interface OpenCallersCall {
  readonly question: {
    readonly account: string
    readonly handled: readonly string[]
    readonly now: number
  }
  readonly answer: { readonly callers: number; readonly asOf: number } | null
}

const countOpenCallers = async (
  store: Pick<ArchiveStore, 'map' | 'segments'>,
  { account, handled, now }: OpenCallersCall['question'],
): Promise<OpenCallersCall['answer']> => {
  const last = lastBegunDay(now)
  const days = { first: last - CALL_BACK_DAYS - 1, last }
  const { is, asOf } = coverageOf(await store.map(account, days), days, now)
  if ((is !== 'whole' && is !== 'behind') || asOf === null) return null
  const data = await datasetOfDays(store, account, days)
  const offset = clocksOf(data)[0] ?? null
  const { day, minute } = momentAt(now, offset)
  const open = openCallers(data, { day: dayNumber(day), minute, offset }, new Set(handled))
  return open && { callers: open.length, asOf }
}

/** Calls of the counting thread with question and answer; all structured-cloneable. */
export interface CountingCalls {
  readonly account: CountAccountCall
  readonly clocks: AccountClocksCall
  readonly statuses: CountStatusesCall
  readonly contacts: ListContactsCall
  readonly object_minutes: ObjectMinutesCall
  readonly open_callers: OpenCallersCall
  readonly caller_names: CallerNamesCall
  readonly alert_replay: ReplayAlertCall
  readonly alert_look: EvaluateAlertCall
  readonly issues: FindIssuesCall
  readonly figures: FiguresCall
}

export interface CountingContext {
  readonly signal: AbortSignal
  /** Reports progress in the call's own unit. */
  readonly tell: (done: number, all: number) => void
}

export interface RunningCount extends CountingContext {
  /** Throws the signal's reason once aborted, also during synchronous counting when no event can arrive. */
  readonly checkpoint: () => void
}

/** Reads the same store over a read-only connection. */
export type CountingWork = {
  readonly [N in keyof CountingCalls]: (
    store: ArchiveStore,
    question: CountingCalls[N]['question'],
    context: RunningCount,
  ) => Promise<CountingCalls[N]['answer']>
}

export const countingWork: CountingWork = {
  account: countAccount,
  clocks: accountClocks,
  statuses: countStatuses,
  contacts: listContacts,
  object_minutes: objectMinutes,
  open_callers: countOpenCallers,
  caller_names: findCallerNames,
  alert_replay: replayAlert,
  alert_look: evaluateAlert,
  issues: findIssues,
  figures: countFigures,
}
