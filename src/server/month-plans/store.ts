import type { Kysely } from 'kysely'
import type { MonthPlan, SavePlanBody } from '#/contract/month-plans/month-plans.ts'
import { createRecords, type Saved } from '#/server/database/records.ts'

interface MonthPlanTable {
  account: string
  oid: string
  month: string
  version: number
  contacts: number | null
  target: number | null
  /** Decimal text with two digits, which no engine rounds. */
  spend: string | null
  at: number
  who: string | null
}
export interface MonthPlanTables {
  month_plans: MonthPlanTable
}

/** Plans in one answer: ten years of forty objects. */
const PLANS_LIMIT = 5_000

const planOf = (row: MonthPlanTable): MonthPlan => {
  const { account: _, oid, spend, ...rest } = row
  return {
    ...rest,
    oid: oid === '' ? null : oid,
    spend: spend === null ? null : Number(spend),
  }
}

export const createMonthPlans = (database: Kysely<MonthPlanTables>, now: () => number) => {
  const records = createRecords(database, 'month_plans')

  return {
    states: records.states,
    count: records.count,
    forget: records.forget,

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
