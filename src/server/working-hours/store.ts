import type { Kysely } from 'kysely'
import type {
  ObjectWeek,
  SaveWorkingHoursBody,
  WeekHours,
  WorkingHours,
} from '#/contract/working-hours/working-hours.ts'
import { createRecords, type Saved } from '#/server/database/records.ts'

interface WorkingHoursTable {
  account: string
  oid: string
  version: number
  /** JSON; null: removed. */
  week: string | null
  at: number
  who: string | null
}
export interface WorkingHoursTables {
  working_hours: WorkingHoursTable
}

/** Objects in one answer. */
const OBJECTS_LIMIT = 5_000

const hoursOf = (row: WorkingHoursTable): WorkingHours => {
  const { account: _, week, ...rest } = row
  return {
    ...rest,
    // Written by `save` only.
    week: week === null ? null : (JSON.parse(week) as WeekHours),
  }
}

/** Working hours in the server's database. */
export const createWorkingHours = (database: Kysely<WorkingHoursTables>, now: () => number) => {
  const records = createRecords(database, 'working_hours')

  const of = async (account: string): Promise<WorkingHours[]> => {
    const rows = await database
      .selectFrom('working_hours')
      .selectAll()
      .where('account', '=', account)
      .orderBy('oid')
      .limit(OBJECTS_LIMIT)
      .execute()
    return rows.map(hoursOf)
  }

  return {
    of,

    /** Of objects with hours. */
    weeks: async (account: string): Promise<ObjectWeek[]> =>
      (await of(account)).flatMap(({ oid, week }) => (week === null ? [] : [{ oid, week }])),

    save: async (
      account: string,
      { oid, version, week }: SaveWorkingHoursBody,
      who: string | null,
    ): Promise<Saved<WorkingHours>> => {
      const { isWritten, row } = await records.save(
        { account, oid },
        { version, at: now(), who },
        { week: week && JSON.stringify(week) },
      )
      return { isWritten, record: row ? hoursOf(row) : null }
    },

    /** Number of objects with hours, of an account and its clients. */
    count: (principal: string) => records.count(principal, true, (row) => row('week', 'is not', null)),
    forget: records.forget,
  }
}

export type WorkingHoursStore = ReturnType<typeof createWorkingHours>
