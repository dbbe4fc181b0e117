import type { ArchiveStore } from '#/server/archive/store/store.ts'
import {
  lookAtAlert,
  replayAlert,
  type LookAlertCall,
  type ReplayAlertCall,
} from '#/server/alerts/evaluation/evaluate-account.ts'
import { findIssues, type FindIssuesCall } from '#/server/alerts/evaluation/find-issues.ts'
import { listContacts, type ListContactsCall } from '#/server/archive/lists/find.ts'
import { findCallerNames, type CallerNamesCall } from './caller-names.ts'
import { countOpenCallers, type OpenCallersCall } from './open-callers.ts'
import { countFigures, type FiguresCall } from '#/server/archive/figures/count.ts'
import { objectMinutes, type ObjectMinutesCall } from './object-minutes.ts'
import { countReport, type ReportCall } from './report.ts'
import { countAccount, type CountAccountCall } from './count-account.ts'
import { countStatuses, type CountStatusesCall } from './count-statuses.ts'

/**
 * What is asked of the thread that counts, each with its question and its answer: data that a structured clone takes.
 */
export interface CountingCalls {
  readonly account: CountAccountCall
  readonly statuses: CountStatusesCall
  readonly contacts: ListContactsCall
  readonly object_minutes: ObjectMinutesCall
  readonly open_callers: OpenCallersCall
  readonly caller_names: CallerNamesCall
  readonly report: ReportCall
  readonly alert_replay: ReplayAlertCall
  readonly alert_look: LookAlertCall
  readonly issues: FindIssuesCall
  readonly figures: FiguresCall
}

/** Who asked, while it is counted. */
export interface CountingContext {
  /** Aborted when the answer is not needed any more. */
  readonly signal: AbortSignal
  /** How far it is, in whatever it counts by. */
  readonly tell: (done: number, all: number) => void
}

/** A call under way. */
export interface RunningCount extends CountingContext {
  /** @throws the signal's reason once it is aborted, also in the midst of counting, when no signal can arrive */
  readonly look: () => void
}

/** What a call may read: the same store over a read-only connection. */
export type CountingWork = {
  readonly [N in keyof CountingCalls]: (
    store: ArchiveStore,
    question: CountingCalls[N]['question'],
    context: RunningCount,
  ) => Promise<CountingCalls[N]['answer']>
}

export const countingWork: CountingWork = {
  account: countAccount,
  statuses: countStatuses,
  contacts: listContacts,
  object_minutes: objectMinutes,
  open_callers: countOpenCallers,
  caller_names: findCallerNames,
  report: countReport,
  alert_replay: replayAlert,
  alert_look: lookAtAlert,
  issues: findIssues,
  figures: countFigures,
}
