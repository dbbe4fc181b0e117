import type { Kysely } from 'kysely'
import type { MonthPlan, SavePlanBody } from '#/contract/month-plans/month-plans.ts'
import { createRecords, type Saved } from '#/server/database/records.ts'

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

/** Plans of one answer: ten years of forty objects. */
const PLANS_LIMIT = 5_000

const planOf = (row: MonthPlanTable): MonthPlan => {
  const { account: _, oid, spend, ...rest } = row
  return {
    ...rest,
    oid: oid === '' ? null : oid,
    spend: spend === null ? null : Number(spend),
  }
}

/** What people plan for months, in the server's database. */
export const createMonthPlans = (database: Kysely<MonthPlanTables>, now: () => number) => {
  const records = createRecords(database, 'month_plans')

  return {
    count: records.count,
    forget: records.forget,

    /** The newest month first. */
    of: async (account: string): Promise<MonthPlan[]> => {
      const rows = await database
        .selectFrom('month_plans')
        .selectAll()
        .where('account', '=', account)
        .orderBy('month', 'desc')
        .orderBy('oid')
        .limit(PLANS_LIMIT)
        .execute()
      return rows.map(planOf)
    },

    save: async (
      account: string,
      { month, oid, version, contacts, target, spend }: SavePlanBody,
      who: string | null,
    ): Promise<Saved<MonthPlan>> => {
      const values = { contacts, target, spend: spend === null ? null : spend.toFixed(2) }
      const key = { account, oid: oid ?? '', month }
      const { isWritten, row } = await records.save(key, { version, at: now(), who }, values)
      return { isWritten, record: row ? planOf(row) : null }
    },
  }
}

export type MonthPlans = ReturnType<typeof createMonthPlans>
