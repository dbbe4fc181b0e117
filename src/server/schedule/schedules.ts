import { randomUUID } from 'node:crypto'
import type { Kysely, Selectable } from 'kysely'
import { DAY_MS } from '#/contract/day.ts'
import { timing as timingShape, type Timing } from '#/contract/delivery/timing.ts'
import { createRecords } from '#/server/database/records.ts'
import { nextDue } from './due.ts'
import { UNBEGUN, type RunTable, type ScheduleTable, type DeliveryTables } from './tables.ts'

/** What is sent by itself, and when. */
export interface Schedule extends Pick<
  Selectable<ScheduleTable>,
  'id' | 'principal' | 'kind' | 'zone' | 'paused' | 'version' | 'created' | 'changed'
> {
  /** As its kind has written it: to be read by a schema of that kind. */
  readonly what: unknown
  readonly timing: Timing
  /** Milliseconds since 1970; null: it is paused. */
  readonly nextDue: number | null
}

/** One time at which a schedule was due, and what came of it. */
export interface ScheduledRun extends Omit<
  Selectable<RunTable>,
  'is_asked' | 'is_late' | 'holder' | 'held_until' | 'result'
> {
  readonly isAsked: boolean
  readonly isLate: boolean
  readonly result: unknown
}

export interface NewSchedule {
  readonly kind: string
  readonly what: unknown
  readonly timing: Timing
  readonly zone: string
}

/** Deleted ones can be taken back so long. */
const GONE_AFTER_MS = 7 * DAY_MS
const RUNS_KEPT_MS = 90 * DAY_MS

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
  return { ...rest, isAsked: is_asked === 1, isLate: is_late === 1, result: parsed(result) }
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

    /** Why schedules are paused, by their ids; those that are not are left out. */
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

    /** The oldest first. @param kind absent: all */
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

    /** @param version that the writer has seen @returns false: it is another's by now, or gone */
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

    /** @param why null: it goes on, at its next time */
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

    /** Deletes it for the whole account; {@link restore} undoes that for some days. @returns false when there is none */
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

/** Adds a run of a person's own, beside those that are due; two of the same millisecond are one. */
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
  /** Of all schedules of a principal, or those of a kind, the newest first. */
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

  /** A run at once, beside those that are due. @returns its due time */
  ask: async (id: string): Promise<number> => {
    const due = now()
    await addRun(database, id, due)
    return due
  },

  /** Records a run that was sent outside its schedule, so that the history shows it. */
  note: (id: string, due: number, result: unknown): Promise<void> =>
    addRun(database, id, due, {
      state: 'done',
      tries: 1,
      began: due,
      ended: due,
      result: JSON.stringify(result),
    }),

  /** A run that has failed is tried again; what of it has come about is not done once more. @returns false: it has not failed */
  again: async (id: string, due: number): Promise<boolean> => {
    const { numUpdatedRows } = await database
      .updateTable('schedule_runs')
      .set({ state: 'waiting', tries: 0, try_at: now(), is_asked: 1, ended: null })
      .where('schedule', '=', id)
      .where('due', '=', due)
      .where('state', '=', 'failed')
      .executeTakeFirst()
    // A person who asks again accepts that a mail may have been sent already.
    if (numUpdatedRows === 1n)
      await database
        .deleteFrom('schedule_steps')
        .where('schedule', '=', id)
        .where('due', '=', due)
        .where('is_done', '=', 0)
        .execute()
    return numUpdatedRows === 1n
  },

  /** Deletes what has outlived its retention. */
  purge: async (): Promise<void> => {
    const gone = database
      .selectFrom('schedules')
      .select('id')
      .where('deleted', '<', now() - GONE_AFTER_MS)
    const old = now() - RUNS_KEPT_MS
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
 * Schedules of people and what came of them, in the server's database. A schedule is its principal's: everything but what the
 * scheduler itself asks names the principal. @throws whatever the database throws
 */
export const createSchedules = (database: Kysely<DeliveryTables>, now: () => number) => ({
  database,
  ...keepSchedules(database, now),
  ...keepScheduledRuns(database, now),
})

export type Schedules = ReturnType<typeof createSchedules>
