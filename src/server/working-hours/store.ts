import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type {
  ObjectWeek,
  SaveWorkingHoursBody,
  WeekHours,
  WorkingHours,
} from '#/contract/working-hours/working-hours.ts'
import { isOfAccount } from '#/server/archive/store/account-numbers.ts'
import { migrate } from '#/server/database/database.ts'

interface WorkingHoursTable {
  /** Whose object it is, as in the archive. */
  account: string
  oid: string
  /** Counts the writes, from 1. */
  version: number
  /** JSON; null: they have been removed. */
  week: string | null
  /** Milliseconds since 1970. */
  at: number
  who: string | null
}
export interface WorkingHoursTables {
  working_hours: WorkingHoursTable
}

const migrations: Record<string, Migration> = {
  '0001-working-hours': {
    up: async ({ schema }: Kysely<unknown>) => {
      await schema
        .createTable('working_hours')
        .addColumn('account', 'text', (column) => column.notNull())
        .addColumn('oid', 'text', (column) => column.notNull())
        .addColumn('version', 'integer', (column) => column.notNull())
        .addColumn('week', 'text')
        .addColumn('at', 'bigint', (column) => column.notNull())
        .addColumn('who', 'text')
        .addPrimaryKeyConstraint('working_hours_primary', ['account', 'oid'])
        .execute()
    },
  },
}
const HISTORY = 'working_hours_migration'

/** Objects of one answer. */
const OBJECTS_LIMIT = 5_000
const COLUMNS = ['oid', 'version', 'week', 'at', 'who'] as const

const hoursOf = ({ week, ...row }: Omit<WorkingHoursTable, 'account'>): WorkingHours => ({
  ...row,
  // Written by `save` alone.
  week: week === null ? null : (JSON.parse(week) as WeekHours),
})

/** Working hours of objects, in the server's database. */
export const createWorkingHours = async (database: Kysely<WorkingHoursTables>, now: () => number) => {
  await migrate(database, migrations, HISTORY)

  const of = async (account: string): Promise<WorkingHours[]> => {
    const rows = await database
      .selectFrom('working_hours')
      .select(COLUMNS)
      .where('account', '=', account)
      .orderBy('oid')
      .limit(OBJECTS_LIMIT)
      .execute()
    return rows.map(hoursOf)
  }

  return {
    of,

    /** What figures are counted by: of the objects that have hours. */
    weeks: async (account: string): Promise<ObjectWeek[]> =>
      (await of(account)).flatMap(({ oid, week }) => (week === null ? [] : [{ oid, week }])),

    /** @returns what is stored now; `isWritten` false: it is another's, and nothing was written */
    save: async (
      account: string,
      { oid, version, week }: SaveWorkingHoursBody,
      who: string | null,
    ): Promise<{ readonly isWritten: boolean; readonly hours: WorkingHours | null }> => {
      const values = {
        version: version + 1,
        week: week && JSON.stringify(week),
        at: now(),
        who,
      }
      const isWritten =
        version === 0
          ? (
              await database
                .insertInto('working_hours')
                .values({ account, oid, ...values })
                .onConflict((conflict) => conflict.doNothing())
                .executeTakeFirst()
            ).numInsertedOrUpdatedRows === 1n
          : (
              await database
                .updateTable('working_hours')
                .set(values)
                .where('account', '=', account)
                .where('oid', '=', oid)
                .where('version', '=', version)
                .executeTakeFirst()
            ).numUpdatedRows === 1n
      const row = await database
        .selectFrom('working_hours')
        .select(COLUMNS)
        .where('account', '=', account)
        .where('oid', '=', oid)
        .executeTakeFirst()
      return { isWritten, hours: row ? hoursOf(row) : null }
    },

    /** How many objects of an account and its clients have hours. */
    count: async (principal: string): Promise<number> => {
      const { objects } = await database
        .selectFrom('working_hours')
        .select(({ fn }) => fn.countAll<number | string>().as('objects'))
        .where(isOfAccount(principal))
        .where('week', 'is not', null)
        .executeTakeFirstOrThrow()
      return Number(objects)
    },

    /** Nothing of an account's hours is left, nor of its clients'. */
    forget: async (principal: string): Promise<void> => {
      await database.deleteFrom('working_hours').where(isOfAccount(principal)).execute()
    },
  }
}

export type WorkingHoursStore = Awaited<ReturnType<typeof createWorkingHours>>
