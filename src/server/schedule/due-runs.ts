import { randomUUID } from 'node:crypto'
import { MINUTE_MS } from '#/contract/day.ts'
import { nextDue } from './due.ts'
import { PermanentError, NoEffectError, RetryableError } from './run-failures.ts'
import type { RunContext } from './scheduler.ts'
import { runOf, type ScheduledRun, type Schedules } from './schedules.ts'
import { UNBEGUN } from './tables.ts'

/** A crashed server's runs are free again after this time. */
export const RUN_LEASE_MS = 60_000
export const LATE_MS = 5 * MINUTE_MS
export const RETRY_AFTER_MS = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 180 * MINUTE_MS] as const

const onceIn =
  (database: Schedules['database'], now: () => number) =>
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
      if (error instanceof NoEffectError)
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

/** Null: its schedule is gone. */
type ClaimedRun = ScheduledRun & { readonly kind: string | null }

/** Runs in the database: planned when due, leased by one server, and completed. */
export const createDueRuns = (schedules: Schedules, now: () => number) => {
  const { database } = schedules
  const holder = randomUUID()

  /** Plans due runs. Of several missed due times only the last is run. */
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
      const after = (moment: number) => nextDue(schedule.timing, schedule.zone, moment)
      let [last, next] = [next_due, after(next_due)]
      while (next <= at) [last, next] = [next, after(next)]
      await database
        .insertInto('schedule_runs')
        .values({
          schedule: id,
          due: last,
          is_asked: 0,
          is_late: at - last > LATE_MS ? 1 : 0,
          try_at: last,
          ...UNBEGUN,
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      // After a crash here it is planned again; a later due time is then a run of its own.
      await database
        .updateTable('schedules')
        .set({ next_due: next })
        .where('id', '=', id)
        .where('next_due', '=', next_due)
        .execute()
    }
  }

  /**
   * @param mostOf by kind, where that is fewer
   * @returns up to `most` runs, leased for {@link RUN_LEASE_MS}
   */
  const claim = async (most: number, mostOf: ReadonlyMap<string, number>): Promise<ClaimedRun[]> => {
    const at = now()
    const left = new Map(mostOf)
    const full = [...left].filter(([, capacity]) => capacity <= 0).map(([kind]) => kind)
    const free = await database
      .selectFrom('schedule_runs')
      .leftJoin('schedules', 'schedules.id', 'schedule_runs.schedule')
      .select(['schedule_runs.schedule', 'schedule_runs.due', 'held_until', 'kind'])
      .$if(full.length > 0, (query) => query.where('kind', 'not in', full))
      .where((row) =>
        row.or([
          row.and([row('state', '=', 'waiting'), row('try_at', '<=', at)]),
          row.and([row('state', '=', 'held'), row('held_until', '<=', at)]),
        ]),
      )
      .orderBy('try_at')
      .limit(Math.max(0, most))
      .execute()
    const mine: ClaimedRun[] = []
    for (const { schedule, due, held_until, kind } of free) {
      const capacity = left.get(kind ?? '') ?? most
      if (capacity <= 0) continue
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
      if (!taken) continue
      left.set(kind ?? '', capacity - 1)
      mine.push({ ...runOf(taken), kind })
    }
    return mine
  }

  const ofHeld = ({ schedule, due }: ScheduledRun) =>
    database
      .updateTable('schedule_runs')
      .where('schedule', '=', schedule)
      .where('due', '=', due)
      .where('holder', '=', holder)
      .where('state', '=', 'held')

  const ended = async (run: ScheduledRun, error: unknown, result: unknown) => {
    const at = now()
    const released = { ended: at, held_until: 0, holder: null }
    if (error === null) {
      await ofHeld(run)
        .set({ ...released, state: 'done', reason: null, said: null, result: JSON.stringify(result ?? null) })
        .execute()
      return
    }
    const {
      reason,
      reply,
      result: done,
      retryAt,
    } = error instanceof RetryableError
      ? error
      : { reason: 'defect', reply: null, result: null, retryAt: null }
    const after = error instanceof PermanentError ? undefined : RETRY_AFTER_MS[run.tries - 1]
    await ofHeld(run)
      .set({
        ...released,
        reason,
        said: reply,
        ...(after === undefined ? { state: 'failed' } : { state: 'waiting', try_at: retryAt ?? at + after }),
        ...(done !== null && { result: JSON.stringify(done) }),
      })
      .execute()
  }

  /** On shutdown, so that another server continues at once. */
  const giveBack = (run: ScheduledRun) =>
    ofHeld(run)
      .set({ state: 'waiting', holder: null, held_until: 0, try_at: now(), tries: run.tries - 1 })
      .execute()

  /** @returns false: another server has taken over */
  const renew = async (run: ScheduledRun): Promise<boolean> => {
    const { numUpdatedRows } = await ofHeld(run)
      .set({ held_until: now() + RUN_LEASE_MS })
      .executeTakeFirst()
    return numUpdatedRows === 1n
  }

  return { plan, claim, renew, onceOf: onceIn(database, now), ended, giveBack }
}
