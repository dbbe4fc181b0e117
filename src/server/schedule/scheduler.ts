/*
 * What is due is done once, whichever of several servers is there, and whenever one of them is killed.
 *
 * - `tasks`: kind of a schedule → what is done. A task gets the schedule and a `run`; it returns what is told of it (JSON), or
 *   throws. `NotYet`: it is tried again after 1, 5, 30 minutes and 3 hours, then it has failed. `Hopeless`: it has failed at
 *   once; with `pause`, the schedule is paused too. Anything else that is thrown is a defect: logged, and tried again.
 * - What must not happen twice is a step: `run.once('mail to …', () => send())`. A step that has come about is passed over when
 *   the run is tried again. One whose outcome is unknown (the server was killed in the midst of it) is never begun again: the
 *   run fails as `interrupted`, and people see it. Work that throws `NotDone` has certainly not come about.
 * - Schedules are kept by `createSchedules` (schedules.ts): `add`, `change`, `pause`, `remove`, `restore`, `ask` (at once),
 *   `again` (one that has failed), `list`, `runs`.
 */
import { setInterval } from 'node:timers'
import { setTimeout as pause } from 'node:timers/promises'
import { troubleOf } from '#/server/database/database.ts'
import { errorEntry, type Log } from '#/server/log.ts'
import { createDueRuns } from './due-runs.ts'
import { Hopeless, NotYet } from './run-failures.ts'
import type { Schedule, ScheduledRun, Schedules } from './schedules.ts'

const RENEW_MS = 15_000
const TICK_MS = 5_000
/** Runs of one server at a time. */
const AT_ONCE = 3
/** A mail that is on its way may end so late after this server is told to. */
const STOP_MS = 5_000

export interface RunContext extends Pick<ScheduledRun, 'due' | 'isAsked' | 'isLate' | 'tries'> {
  readonly signal: AbortSignal
  /**
   * Does the work unless it was done before. @returns whether it has come about now or before; false: it was begun once, and
   * it is unknown
   * @throws what the work throws
   */
  readonly once: (step: string, work: () => Promise<unknown>) => Promise<boolean>
}

export type Task = (schedule: Schedule, run: RunContext) => Promise<unknown>

export interface SchedulerOptions {
  readonly schedules: Schedules
  /** Read at each run: kinds may be added after the start. */
  readonly tasks: ReadonlyMap<string, Task>
  /** A run has paused its schedule: those concerned are told. */
  readonly onPause?: (schedule: Schedule, reason: string) => Promise<void>
  readonly log: Log
  readonly now: () => number
}

/** This server's part in it. */
export const createScheduler = ({ schedules, tasks, onPause, log, now }: SchedulerOptions) => {
  const runs = createDueRuns(schedules, now)
  const end = new AbortController()
  const running = new Set<Promise<void>>()
  let timer: NodeJS.Timeout | null = null
  let ticking: Promise<void> | null = null

  const perform = async (run: ScheduledRun): Promise<void> => {
    const lost = new AbortController()
    const signal = AbortSignal.any([end.signal, lost.signal])
    const renewing = setInterval(() => {
      void runs.renew(run).then(
        (isHeld) => isHeld || lost.abort(new NotYet('interrupted')),
        () => undefined,
      )
    }, RENEW_MS).unref()
    try {
      const schedule = await schedules.find(run.schedule)
      if (!schedule || (schedule.paused !== null && !run.isAsked)) {
        await runs.ended(run, new Hopeless(schedule ? 'paused' : 'deleted'), null)
        return
      }
      const task = tasks.get(schedule.kind)
      try {
        if (!task) throw new Hopeless('unknown_kind')
        const { due, isAsked, isLate, tries } = run
        const result = await task(schedule, {
          due,
          isAsked,
          isLate,
          tries,
          signal,
          once: runs.onceOf(run, signal),
        })
        await runs.ended(run, null, result)
      } catch (error) {
        if (end.signal.aborted) await runs.giveBack(run)
        // Another server has it.
        if (signal.aborted) return
        if (!(error instanceof NotYet)) log(errorEntry(error, null))
        await runs.ended(run, error, null)
        if (error instanceof Hopeless && error.isToPause) {
          await schedules.pause(schedule, error.reason)
          await onPause?.(schedule, error.reason)
        }
      }
    } finally {
      clearInterval(renewing)
    }
  }

  const begin = (run: ScheduledRun) => {
    const work = perform(run)
      .catch((error: unknown) => {
        if (troubleOf(error) === null) log(errorEntry(error, null))
      })
      .finally(() => running.delete(work))
    running.add(work)
    return work
  }

  /** Plans what is due and begins what is free. @returns runs that have ended by then */
  const tick = async (): Promise<void> => {
    await runs.plan()
    await Promise.all((await runs.claim(AT_ONCE - running.size)).map(begin))
  }

  /** A tick does not wait for what the one before has begun. */
  const tickUnlessBusy = () => {
    if (ticking || running.size >= AT_ONCE) return
    ticking = (async () => {
      await runs.plan()
      for (const run of await runs.claim(AT_ONCE - running.size)) void begin(run)
    })()
      .catch((error: unknown) => {
        // The health tells of a disk that takes nothing; this is tried again.
        if (troubleOf(error) === null) log(errorEntry(error, null))
      })
      .finally(() => (ticking = null))
  }

  return {
    tick,

    start: () => {
      timer ??= setInterval(tickUnlessBusy, TICK_MS).unref()
      tickUnlessBusy()
    },

    /** A person is waiting for the run that they asked for. */
    hurry: tickUnlessBusy,

    /** What is under way is left to the next server, but for steps that have begun. */
    stop: async (): Promise<void> => {
      if (timer) clearInterval(timer)
      end.abort(new NotYet('interrupted'))
      await ticking
      await Promise.race([Promise.all(running), pause(STOP_MS, undefined, { ref: false })])
    },
  }
}
