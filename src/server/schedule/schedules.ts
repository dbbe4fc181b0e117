import { randomUUID } from 'node:crypto'
import type { Kysely, Selectable } from 'kysely'
import { DAY_MS } from '#/contract/day.ts'
import { timing as timingShape, type Timing } from '#/contract/delivery/timing.ts'
import { createRecords } from '#/server/database/records.ts'
import { nextDue } from './due.ts'
import type { RetryableError } from './run-failures.ts'
import { UNBEGUN, type RunTable, type ScheduleTable, type DeliveryTables } from './tables.ts'

export interface Schedule extends Pick<
  Selectable<ScheduleTable>,
  'id' | 'principal' | 'kind' | 'zone' | 'paused' | 'version' | 'created' | 'changed'
> {
  readonly what: unknown
  readonly timing: Timing
  readonly nextDue: number | null
}

export interface ScheduledRun extends Omit<
  Selectable<RunTable>,
  'is_asked' | 'is_late' | 'holder' | 'held_until' | 'result'
> {
  readonly isManual: boolean
  readonly isLate: boolean
  readonly result: unknown
}

export interface NewSchedule {
  readonly kind: string
  readonly what: unknown
  readonly timing: Timing
  readonly zone: string
}

/** Retention of deleted schedules, which can be restored. */
const GONE_AFTER_MS = 7 * DAY_MS
const RUN_RETENTION_MS = 90 * DAY_MS

const parsed = (json: string | null): unknown => {
  try {
    return json === null ? null : JSON.parse(json)
  } catch {
    return null
  }
}

const scheduleOf = ({ what, timing, next_due, ...row }: Selectable<ScheduleTable>): Schedule | null => {
  const when = timingShape.safeParse(parsed(timing))
  return when.success ? { ...row, what: parsed(what), timing: when.data, nextDue: next_due } : null
}

export const runOf = (row: Selectable<RunTable>): ScheduledRun => {
  const { is_asked, is_late, holder: _holder, held_until: _until, result, ...rest } = row
  return { ...rest, isManual: is_asked === 1, isLate: is_late === 1, result: parsed(result) }
}

const keepSchedules = (database: Kysely<DeliveryTables>, now: () => number) => {
  const records = createRecords(database, 'schedules')
  const find = async (id: string): Promise<Schedule | null> => {
    const row = await records.find({ id, deleted: null })
    return row ? scheduleOf(row) : null
  }
  const own = (id: string, principal: string) =>
    database.updateTable('schedules').where('id', '=', id).where('principal', '=', principal)

  return {
    find,

    pausedOf: async (ids: readonly string[]): Promise<ReadonlyMap<string, string>> => {
      if (ids.length === 0) return new Map()
      const rows = await database
        .selectFrom('schedules')
        .select(['id', 'paused'])
        .where('id', 'in', ids)
        .where('paused', 'is not', null)
        .execute()
      return new Map(rows.map(({ id, paused }) => [id, paused ?? '']))
    },

    /**
     * Oldest first.
     * @param kind absent: all
     */
    list: async (principal: string, kind?: string): Promise<Schedule[]> => {
      const rows = await database
        .selectFrom('schedules')
        .selectAll()
        .where('principal', '=', principal)
        .where('deleted', 'is', null)
        .$if(kind !== undefined, (query) => query.where('kind', '=', kind!))
        .orderBy('created')
        .orderBy('id')
        .execute()
      return rows.map(scheduleOf).filter((one) => one !== null)
    },

    add: async (principal: string, { kind, what, timing, zone }: NewSchedule): Promise<Schedule> => {
      const at = now()
      const row = {
        id: randomUUID(),
        principal,
        kind,
        what: JSON.stringify(what),
        timing: JSON.stringify(timing),
        zone,
        next_due: nextDue(timing, zone, at),
        paused: null,
        version: 1,
        created: at,
        changed: at,
        deleted: null,
      }
      await database.insertInto('schedules').values(row).execute()
      return scheduleOf(row)!
    },

    /**
     * @param version that the author has seen
     * @returns false: a conflict, or removed
     */
    change: async (
      { id, version, principal }: Pick<Schedule, 'id' | 'version' | 'principal'>,
      { what, timing, zone }: Omit<NewSchedule, 'kind'>,
    ): Promise<boolean> => {
      const at = now()
      const before = await find(id)
      return records.change({ id, principal, deleted: null }, version, {
        what: JSON.stringify(what),
        timing: JSON.stringify(timing),
        zone,
        next_due: before?.paused == null ? nextDue(timing, zone, at) : null,
        changed: at,
      })
    },

    /** @param why null: resumes */
    pause: async (
      { id, principal }: Pick<Schedule, 'id' | 'principal'>,
      why: string | null,
    ): Promise<void> => {
      const before = await find(id)
      if (!before) return
      await own(id, principal)
        .set({ paused: why, next_due: why === null ? nextDue(before.timing, before.zone, now()) : null })
        .where('deleted', 'is', null)
        .execute()
    },

    /**
     * Deletes it; {@link restore} undoes that for some days.
     * @returns false: there is none
     */
    remove: async ({ id, principal }: Pick<Schedule, 'id' | 'principal'>): Promise<boolean> => {
      const { numUpdatedRows } = await own(id, principal)
        .set({ deleted: now(), next_due: null })
        .where('deleted', 'is', null)
        .executeTakeFirst()
      return numUpdatedRows === 1n
    },

    restore: async ({ id, principal }: Pick<Schedule, 'id' | 'principal'>): Promise<boolean> => {
      const row = await records.find({ id, principal })
      const before = row && scheduleOf(row)
      if (!before) return false
      const next = before.paused === null ? nextDue(before.timing, before.zone, now()) : null
      await own(id, principal).set({ deleted: null, next_due: next }).execute()
      return true
    },
  }
}

/** Adds a run, a requested one if not said otherwise; two of the same millisecond are one. */
const addRun = async (
  database: Kysely<DeliveryTables>,
  schedule: string,
  due: number,
  progress: Partial<RunTable> = {},
): Promise<void> => {
  await database
    .insertInto('schedule_runs')
    .values({ schedule, due, is_asked: 1, is_late: 0, try_at: due, ...UNBEGUN, ...progress })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

const keepScheduledRuns = (database: Kysely<DeliveryTables>, now: () => number) => ({
  runs: async (
    principal: string,
    most: number,
    kind?: string,
  ): Promise<(ScheduledRun & { readonly kind: string })[]> => {
    const rows = await database
      .selectFrom('schedule_runs')
      .innerJoin('schedules', 'schedules.id', 'schedule_runs.schedule')
      .selectAll('schedule_runs')
      .select('schedules.kind')
      .where('schedules.principal', '=', principal)
      .where('schedules.deleted', 'is', null)
      .$if(kind !== undefined, (query) => query.where('schedules.kind', '=', kind!))
      .orderBy('schedule_runs.due', 'desc')
      .limit(most)
      .execute()
    return rows.map(({ kind: theirs, ...row }) => ({ ...runOf(row), kind: theirs }))
  },

  /**
   * Requests a run at once.
   * @returns its due time
   */
  ask: async (id: string): Promise<number> => {
    const due = now()
    await addRun(database, id, due)
    return due
  },

  /** Adds a run to those that its timing plans. */
  runAt: (id: string, due: number): Promise<void> => addRun(database, id, due, { is_asked: 0 }),

  /** Coming runs of a schedule are another one's, which replaces it. */
  moveRuns: async (from: string, to: string): Promise<void> => {
    await database
      .updateTable('schedule_runs')
      .set({ schedule: to })
      .where('schedule', '=', from)
      .where('state', '=', 'waiting')
      .where('due', '>', now())
      .execute()
  },

  /**
   * Records a report sent outside of its schedule.
   * @param refusal of some recipients
   */
  note: (id: string, due: number, result: unknown, refusal: RetryableError | null): Promise<void> =>
    addRun(database, id, due, {
      state: 'done',
      tries: 1,
      began: due,
      ended: due,
      reason: refusal?.reason ?? null,
      said: refusal?.reply ?? null,
      result: JSON.stringify(result),
    }),

  /**
   * Retries a failed run without repeating completed steps.
   * @returns false: it has not failed
   */
  again: async (id: string, due: number): Promise<boolean> => {
    const { numUpdatedRows } = await database
      .updateTable('schedule_runs')
      .set({ state: 'waiting', tries: 0, try_at: now(), is_asked: 1, ended: null })
      .where('schedule', '=', id)
      .where('due', '=', due)
      .where('state', '=', 'failed')
      .executeTakeFirst()
    // A person who retries accepts that a mail may be sent twice.
    if (numUpdatedRows === 1n)
      await database
        .deleteFrom('schedule_steps')
        .where('schedule', '=', id)
        .where('due', '=', due)
        .where('is_done', '=', 0)
        .execute()
    return numUpdatedRows === 1n
  },

  purge: async (): Promise<void> => {
    const gone = database
      .selectFrom('schedules')
      .select('id')
      .where('deleted', '<', now() - GONE_AFTER_MS)
    const old = now() - RUN_RETENTION_MS
    for (const table of ['schedule_steps', 'schedule_runs'] as const)
      await database
        .deleteFrom(table)
        .where((row) => row.or([row('due', '<', old), row('schedule', 'in', gone)]))
        .execute()
    await database
      .deleteFrom('schedules')
      .where('deleted', '<', now() - GONE_AFTER_MS)
      .execute()
  },
})

/**
 * Schedules and their runs in the server's database. Calls name the principal, except the scheduler's own.
 * @throws database errors
 */
export const createSchedules = (database: Kysely<DeliveryTables>, now: () => number) => ({
  database,
  ...keepSchedules(database, now),
  ...keepScheduledRuns(database, now),
})

export type Schedules = ReturnType<typeof createSchedules>
