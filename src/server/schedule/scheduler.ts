/*
 * Executes due runs once across servers and crashes.
 * `tasks` maps kinds of schedules to functions that get the schedule and a `run`, and return a result (JSON)
 * or throw: `RetryableError` retries after 1, 5, 30 minutes and 3 hours; `PermanentError` fails at once, and with `pause`
 * pauses the schedule; anything else is a defect, logged and retried.
 * Work that must not be repeated is a step: `run.once('mail to …', () => send())`. Completed steps are
 * skipped on retries; a step with an unknown outcome (a crash in between) is never repeated, and the run
 * fails as `interrupted`. `NoEffectError` means that a step had no effect.
 * `createSchedules` (schedules.ts) stores schedules.
 */
import { setInterval } from 'node:timers'
import { setTimeout as pause } from 'node:timers/promises'
import { troubleOf } from '#/server/database/database.ts'
import { errorEntry, type Log } from '#/server/log.ts'
import { createDueRuns } from './due-runs.ts'
import { PermanentError, RetryableError } from './run-failures.ts'
import type { Schedule, ScheduledRun, Schedules } from './schedules.ts'

const RENEW_MS = 15_000
const TICK_MS = 5_000
const AT_ONCE = 3
/** Time for a mail in progress to end on shutdown. */
const STOP_MS = 5_000

export interface RunContext extends Pick<ScheduledRun, 'due' | 'isManual' | 'isLate' | 'tries'> {
  readonly signal: AbortSignal
  /**
   * Executes a step unless it was done.
   * @returns true: done now or before; false: begun once with an unknown outcome
   * @throws the work's errors
   */
  readonly once: (step: string, work: () => Promise<unknown>) => Promise<boolean>
}

export type Task = (schedule: Schedule, run: RunContext) => Promise<unknown>

export interface SchedulerOptions {
  readonly schedules: Schedules
  /** Read at each run: kinds may be added later. */
  readonly tasks: ReadonlyMap<string, Task>
  /** Kinds of slow runs, with how many run at once, so that they leave places to the others. */
  readonly mostAtOnce?: ReadonlyMap<string, number>
  readonly onPause?: (schedule: Schedule, reason: string) => Promise<void>
  readonly log: Log
  readonly now: () => number
}

export const createScheduler = ({
  schedules,
  tasks,
  mostAtOnce = new Map(),
  onPause,
  log,
  now,
}: SchedulerOptions) => {
  const runs = createDueRuns(schedules, now)
  const end = new AbortController()
  const running = new Map<Promise<void>, string | null>()
  let timer: NodeJS.Timeout | null = null
  let ticking: Promise<void> | null = null

  const perform = async (run: ScheduledRun): Promise<void> => {
    const lost = new AbortController()
    const signal = AbortSignal.any([end.signal, lost.signal])
    const renewing = setInterval(() => {
      void runs.renew(run).then(
        (isHeld) => isHeld || lost.abort(new RetryableError('interrupted')),
        () => undefined,
      )
    }, RENEW_MS).unref()
    try {
      const schedule = await schedules.find(run.schedule)
      if (!schedule || (schedule.paused !== null && !run.isManual)) {
        await runs.ended(run, new PermanentError(schedule ? 'paused' : 'deleted'), null)
        return
      }
      const task = tasks.get(schedule.kind)
      try {
        if (!task) throw new PermanentError('unknown_kind')
        const { due, isManual, isLate, tries } = run
        const result = await task(schedule, {
          due,
          isManual,
          isLate,
          tries,
          signal,
          once: runs.onceOf(run, signal),
        })
        await runs.ended(run, null, result)
      } catch (error) {
        if (end.signal.aborted) await runs.giveBack(run)
        if (signal.aborted) return
        if (!(error instanceof RetryableError)) log(errorEntry(error, null))
        await runs.ended(run, error, null)
        if (error instanceof PermanentError && error.isToPause) {
          await schedules.pause(schedule, error.reason)
          await onPause?.(schedule, error.reason)
        }
      }
    } finally {
      clearInterval(renewing)
    }
  }

  const begin = (run: Awaited<ReturnType<typeof runs.claim>>[number]) => {
    const work = perform(run)
      .catch((error: unknown) => {
        if (troubleOf(error) === null) log(errorEntry(error, null))
      })
      .finally(() => running.delete(work))
    running.set(work, run.kind)
    return work
  }

  const claim = () => {
    const kinds = [...running.values()]
    const left = [...mostAtOnce].map(
      ([kind, most]) => [kind, most - kinds.filter((one) => one === kind).length] as const,
    )
    return runs.claim(AT_ONCE - running.size, new Map(left))
  }

  /**
   * Plans due runs and begins free ones.
   * @returns when those have ended
   */
  const tick = async (): Promise<void> => {
    await runs.plan()
    await Promise.all((await claim()).map(begin))
  }

  const tickUnlessBusy = (): Promise<void> =>
    (ticking ??= (async () => {
      // Also without a free place: a run that waits for one is not late.
      await runs.plan()
      for (const run of await claim()) void begin(run)
    })()
      .catch((error: unknown) => {
        // The health check reports a full disk; this is retried.
        if (troubleOf(error) === null) log(errorEntry(error, null))
      })
      .finally(() => {
        ticking = null
      }))

  return {
    tick,

    start: () => {
      timer ??= setInterval(() => void tickUnlessBusy(), TICK_MS).unref()
      void tickUnlessBusy()
    },

    /** Resolves once free runs have begun. */
    hurry: tickUnlessBusy,

    /** Leaves runs to other servers, except for steps in progress. */
    stop: async (): Promise<void> => {
      if (timer) clearInterval(timer)
      end.abort(new RetryableError('interrupted'))
      await ticking
      await Promise.race([Promise.all(running.keys()), pause(STOP_MS, undefined, { ref: false })])
    },
  }
}
