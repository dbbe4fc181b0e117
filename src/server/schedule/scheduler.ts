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
import { randomUUID } from 'node:crypto'
import { setInterval } from 'node:timers'
import { setTimeout as pause } from 'node:timers/promises'
import { troubleOf } from '#/server/database/database.ts'
import { errorEntry, type Log } from '#/server/log.ts'
import { nextDue } from './due.ts'
import { runOf, type ScheduledRun, type Schedule, type Schedules } from './schedules.ts'
import { UNBEGUN } from './tables.ts'

const MINUTE_MS = 60_000
/** A server that is gone holds a run no longer than this. */
export const RUN_LEASE_MS = 60_000
const RENEW_MS = 15_000
const TICK_MS = 5_000
/** One that begins so long after its time is told as late. */
export const LATE_MS = 5 * MINUTE_MS
/** After each try that has failed for now. */
export const RETRY_AFTER_MS = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 180 * MINUTE_MS] as const
/** Runs of one server at a time. */
const AT_ONCE = 3
const SAID_MAX = 300
/** A mail that is on its way may end so late after this server is told to. */
const STOP_MS = 5_000

/** Why it did not come about: a code, and what the other side has said. */
export class NotYet extends Error {
  override readonly name: string = 'NotYet'
  readonly reason: string
  readonly said: string | null

  constructor(reason: string, said: string | null = null, options?: ErrorOptions) {
    super(reason, options)
    this.reason = reason
    this.said = said === null ? null : said.slice(0, SAID_MAX)
  }
}

/** It will not come about by trying again. */
export class Hopeless extends NotYet {
  override readonly name = 'Hopeless'
  /** The schedule is paused until a person resumes it. */
  readonly isToPause: boolean
  /** What is told of the run all the same, where some of it has come about. */
  readonly result: unknown

  constructor(
    reason: string,
    {
      said = null,
      isToPause = false,
      result = null,
    }: { said?: string | null; isToPause?: boolean; result?: unknown } = {},
  ) {
    super(reason, said)
    this.isToPause = isToPause
    this.result = result
  }
}

/** Of a step: nothing has left this server, or the other side has said that it did not take it. */
export class NotDone extends NotYet {
  override readonly name = 'NotDone'
  /** The other side has said that it never will. */
  readonly isForGood: boolean

  constructor(
    reason: string,
    {
      said = null,
      isForGood = false,
      cause,
    }: { said?: string | null; isForGood?: boolean; cause?: unknown } = {},
  ) {
    super(reason, said, { cause })
    this.isForGood = isForGood
  }
}

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
  const { database } = schedules
  const holder = randomUUID()
  const end = new AbortController()
  const running = new Set<Promise<void>>()
  let timer: NodeJS.Timeout | null = null
  let ticking: Promise<void> | null = null

  /** What is due becomes a run, the one that was missed last for all that were missed. */
  const plan = async () => {
    const at = now()
    const due = await database
      .selectFrom('schedules')
      .select(['id', 'timing', 'zone', 'next_due'])
      .where('next_due', '<=', at)
      .where('deleted', 'is', null)
      .limit(200)
      .execute()
    for (const { id, next_due } of due) {
      const schedule = await schedules.find(id)
      if (!schedule || next_due === null || schedule.nextDue !== next_due) continue
      await database
        .insertInto('schedule_runs')
        .values({
          schedule: id,
          due: next_due,
          is_asked: 0,
          is_late: at - next_due > LATE_MS ? 1 : 0,
          try_at: next_due,
          ...UNBEGUN,
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      // Killed before this, it is planned once more, which changes nothing.
      await database
        .updateTable('schedules')
        .set({ next_due: nextDue(schedule.timing, schedule.zone, Math.max(at, next_due)) })
        .where('id', '=', id)
        .where('next_due', '=', next_due)
        .execute()
    }
  }

  const claim = async (): Promise<ScheduledRun[]> => {
    const at = now()
    const free = await database
      .selectFrom('schedule_runs')
      .select(['schedule', 'due', 'held_until'])
      .where((row) =>
        row.or([
          row.and([row('state', '=', 'waiting'), row('try_at', '<=', at)]),
          row.and([row('state', '=', 'held'), row('held_until', '<=', at)]),
        ]),
      )
      .orderBy('try_at')
      .limit(Math.max(0, AT_ONCE - running.size))
      .execute()
    const mine: ScheduledRun[] = []
    for (const { schedule, due, held_until } of free) {
      const taken = await database
        .updateTable('schedule_runs')
        .set((row) => ({
          state: 'held',
          holder,
          held_until: at + RUN_LEASE_MS,
          tries: row('tries', '+', 1),
          began: at,
        }))
        .where('schedule', '=', schedule)
        .where('due', '=', due)
        .where('held_until', '=', held_until)
        .where('state', 'in', ['waiting', 'held'])
        .returningAll()
        .executeTakeFirst()
      if (taken) mine.push(runOf(taken))
    }
    return mine
  }

  const held = ({ schedule, due }: ScheduledRun) =>
    database
      .updateTable('schedule_runs')
      .where('schedule', '=', schedule)
      .where('due', '=', due)
      .where('holder', '=', holder)
      .where('state', '=', 'held')

  const onceOf =
    ({ schedule, due }: ScheduledRun, signal: AbortSignal): RunContext['once'] =>
    async (step, work) => {
      signal.throwIfAborted()
      const begun = await database
        .insertInto('schedule_steps')
        .values({ schedule, due, step, is_done: 0, at: now() })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst()
      const itself = { schedule, due, step }
      if (begun.numInsertedOrUpdatedRows !== 1n) {
        const before = await database
          .selectFrom('schedule_steps')
          .select('is_done')
          .where((row) => row.and(itself))
          .executeTakeFirst()
        return before?.is_done === 1
      }
      try {
        await work()
      } catch (error) {
        if (error instanceof NotDone)
          await database
            .deleteFrom('schedule_steps')
            .where((row) => row.and(itself))
            .execute()
        throw error
      }
      await database
        .updateTable('schedule_steps')
        .set({ is_done: 1 })
        .where((row) => row.and(itself))
        .execute()
      return true
    }

  const ended = async (run: ScheduledRun, error: unknown, result: unknown) => {
    const at = now()
    const told = { ended: at, held_until: 0, holder: null }
    if (error === null) {
      await held(run)
        .set({ ...told, state: 'done', reason: null, said: null, result: JSON.stringify(result ?? null) })
        .execute()
      return
    }
    const { reason, said } = error instanceof NotYet ? error : { reason: 'defect', said: null }
    const after = error instanceof Hopeless ? undefined : RETRY_AFTER_MS[run.tries - 1]
    await held(run)
      .set({
        ...told,
        reason,
        said,
        ...(after === undefined ? { state: 'failed' } : { state: 'waiting', try_at: at + after }),
        ...(error instanceof Hopeless && error.result !== null && { result: JSON.stringify(error.result) }),
      })
      .execute()
  }

  /** This server ends: whoever is there takes it at once. */
  const givenBack = (run: ScheduledRun) =>
    held(run)
      .set({ state: 'waiting', holder: null, held_until: 0, try_at: now(), tries: run.tries - 1 })
      .execute()

  const perform = async (run: ScheduledRun): Promise<void> => {
    const lost = new AbortController()
    const signal = AbortSignal.any([end.signal, lost.signal])
    const renewing = setInterval(() => {
      void held(run)
        .set({ held_until: now() + RUN_LEASE_MS })
        .executeTakeFirst()
        .then(
          ({ numUpdatedRows }) => numUpdatedRows === 1n || lost.abort(new NotYet('interrupted')),
          () => undefined,
        )
    }, RENEW_MS).unref()
    try {
      const schedule = await schedules.find(run.schedule)
      if (!schedule || (schedule.paused !== null && !run.isAsked)) {
        await ended(run, new Hopeless(schedule ? 'paused' : 'deleted'), null)
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
          once: onceOf(run, signal),
        })
        await ended(run, null, result)
      } catch (error) {
        if (end.signal.aborted) await givenBack(run)
        // Another server has it.
        if (signal.aborted) return
        if (!(error instanceof NotYet)) log(errorEntry(error, null))
        await ended(run, error, null)
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
    await plan()
    await Promise.all((await claim()).map(begin))
  }

  /** A tick does not wait for what the one before has begun. */
  const tickUnlessBusy = () => {
    if (ticking || running.size >= AT_ONCE) return
    ticking = (async () => {
      await plan()
      for (const run of await claim()) void begin(run)
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

    /** What is under way is left to whoever comes next, but for steps that have begun. */
    stop: async (): Promise<void> => {
      if (timer) clearInterval(timer)
      end.abort(new NotYet('interrupted'))
      await ticking
      await Promise.race([Promise.all(running), pause(STOP_MS, undefined, { ref: false })])
    },
  }
}
