import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { MonthPlan, SavePlanBody } from '#/contract/month-plans/month-plans.ts'
import { isOfAccount } from '#/server/archive/store/account-numbers.ts'
import { migrate } from '#/server/database/database.ts'

interface MonthPlanTable {
  /** Whose contacts are planned, as in the archive. */
  account: string
  /** Empty: of all objects. */
  oid: string
  month: string
  /** Counts the writes, from 1. */
  version: number
  contacts: number | null
  target: number | null
  /** Hundredths, as text: no engine rounds it. */
  spend: string | null
  /** Milliseconds since 1970. */
  at: number
  who: string | null
}
export interface MonthPlanTables {
  month_plans: MonthPlanTable
}

const migrations: Record<string, Migration> = {
  '0001-month-plans': {
    up: async ({ schema }: Kysely<unknown>) => {
      await schema
        .createTable('month_plans')
        .addColumn('account', 'text', (column) => column.notNull())
        .addColumn('oid', 'text', (column) => column.notNull())
        .addColumn('month', 'text', (column) => column.notNull())
        .addColumn('version', 'integer', (column) => column.notNull())
        .addColumn('contacts', 'integer')
        .addColumn('target', 'integer')
        .addColumn('spend', 'text')
        .addColumn('at', 'bigint', (column) => column.notNull())
        .addColumn('who', 'text')
        .addPrimaryKeyConstraint('month_plans_primary', ['account', 'oid', 'month'])
        .execute()
    },
  },
}
const HISTORY = 'month_plans_migration'

/** Plans of one answer: ten years of forty objects. */
const PLANS_LIMIT = 5_000
const COLUMNS = ['oid', 'month', 'version', 'contacts', 'target', 'spend', 'at', 'who'] as const

const planOf = ({ oid, spend, ...row }: Omit<MonthPlanTable, 'account'>): MonthPlan => ({
  ...row,
  oid: oid === '' ? null : oid,
  spend: spend === null ? null : Number(spend),
})

/** What people plan for months, in the server's database. */
export const createMonthPlans = async (database: Kysely<MonthPlanTables>, now: () => number) => {
  await migrate(database, migrations, HISTORY)

  const read = async (account: string, oid: string, month: string): Promise<MonthPlan | null> => {
    const row = await database
      .selectFrom('month_plans')
      .select(COLUMNS)
      .where('account', '=', account)
      .where('oid', '=', oid)
      .where('month', '=', month)
      .executeTakeFirst()
    return row ? planOf(row) : null
  }

  return {
    /** The newest month first. */
    of: async (account: string): Promise<MonthPlan[]> => {
      const rows = await database
        .selectFrom('month_plans')
        .select(COLUMNS)
        .where('account', '=', account)
        .orderBy('month', 'desc')
        .orderBy('oid')
        .limit(PLANS_LIMIT)
        .execute()
      return rows.map(planOf)
    },

    /** @returns what stands there now; `isWritten` false: it is another's, and nothing was written */
    save: async (
      account: string,
      { month, oid, version, contacts, target, spend }: SavePlanBody,
      who: string | null,
    ): Promise<{ readonly isWritten: boolean; readonly plan: MonthPlan | null }> => {
      const values = {
        version: version + 1,
        contacts,
        target,
        spend: spend === null ? null : spend.toFixed(2),
        at: now(),
        who,
      }
      const key = { account, oid: oid ?? '', month }
      const isWritten =
        version === 0
          ? (
              await database
                .insertInto('month_plans')
                .values({ ...key, ...values })
                .onConflict((conflict) => conflict.doNothing())
                .executeTakeFirst()
            ).numInsertedOrUpdatedRows === 1n
          : (
              await database
                .updateTable('month_plans')
                .set(values)
                .where('account', '=', key.account)
                .where('oid', '=', key.oid)
                .where('month', '=', month)
                .where('version', '=', version)
                .executeTakeFirst()
            ).numUpdatedRows === 1n
      return { isWritten, plan: await read(account, key.oid, month) }
    },

    /** How many months an account and its clients have planned. */
    count: async (principal: string): Promise<number> => {
      const { months } = await database
        .selectFrom('month_plans')
        .select(({ fn }) => fn.countAll<number | string>().as('months'))
        .where(isOfAccount(principal))
        .executeTakeFirstOrThrow()
      return Number(months)
    },

    /** Nothing of an account's plans is left, nor of its clients'. */
    forget: async (principal: string): Promise<void> => {
      await database.deleteFrom('month_plans').where(isOfAccount(principal)).execute()
    },
  }
}

export type MonthPlans = Awaited<ReturnType<typeof createMonthPlans>>
