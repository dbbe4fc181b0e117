import { randomUUID } from 'node:crypto'
import type { Kysely, Selectable } from 'kysely'
import { ALERTS_MAX } from '#/contract/alerts/alert-kinds.ts'
import { alertRule, type Alert, type AlertRule } from '#/contract/alerts/alerts.ts'
import { createRecords, parsedBy } from '#/server/database/records.ts'
import type { AlertTable, AlertTables } from './tables.ts'

const alertOf = (
  { id, version, at, who, fired_at, rule }: Selectable<AlertTable>,
  evaluatedAt: number | null,
): Alert | null => {
  const read = parsedBy(alertRule, rule)
  return read && { ...read, id, version, at, who, fired_at, looked_at: evaluatedAt }
}

export const createAlertRules = (database: Kysely<AlertTables>, now: () => number) => {
  const records = createRecords(database, 'alerts')

  const find = async (account: string, id: string): Promise<Alert | null> => {
    const found = await records.find({ account, id })
    if (!found) return null
    const { evaluated } = await database
      .selectFrom('alert_states')
      .select(({ fn }) => fn.max('looked_at').as('evaluated'))
      .where('alert', '=', id)
      .executeTakeFirstOrThrow()
    return alertOf(found, evaluated)
  }

  return {
    find,

    list: async (account: string): Promise<Alert[]> => {
      const rows = await database
        .selectFrom('alerts')
        .selectAll()
        .where('account', '=', account)
        .orderBy('since')
        .orderBy('id')
        .execute()
      const evaluations = await database
        .selectFrom('alert_states')
        .innerJoin('alerts', 'alerts.id', 'alert_states.alert')
        .select(({ fn }) => ['alert_states.alert as alert', fn.max('looked_at').as('at')])
        .where('alerts.account', '=', account)
        .groupBy('alert_states.alert')
        .execute()
      const evaluatedAt = new Map(evaluations.map(({ alert, at }) => [alert, at]))
      return rows.flatMap((one) => alertOf(one, evaluatedAt.get(one.id) ?? null) ?? [])
    },

    /** Null: the limit is reached. */
    add: async (account: string, rule: AlertRule, who: string | null): Promise<Alert | null> => {
      const at = now()
      const added = {
        id: randomUUID(),
        account,
        rule: JSON.stringify(rule),
        version: 1,
        since: at,
        at,
        who,
        fired_at: null,
        schedule: null,
      }
      return (await records.add(added, ALERTS_MAX)) ? alertOf(added, null) : null
    },

    /**
     * @param version that the author has seen
     * @returns the current alert; null: none. `isWritten` false: a conflict
     */
    change: async (
      account: string,
      id: string,
      version: number,
      rule: AlertRule,
      who: string | null,
    ): Promise<{ readonly isWritten: boolean; readonly alert: Alert } | null> => {
      const before = await find(account, id)
      const values = { rule: JSON.stringify(rule), at: now(), who }
      const isWritten = await records.change({ account, id }, version, values)
      // A changed rule invalidates its state.
      const isOther =
        before !== null &&
        (['kind', 'threshold', 'min_calls', 'readings'] as const).some((name) => before[name] !== rule[name])
      if (isWritten && isOther) await database.deleteFrom('alert_states').where('alert', '=', id).execute()
      const alert = await find(account, id)
      return alert && { isWritten, alert }
    },

    schedulesOf: async (
      account: string,
    ): Promise<readonly (readonly [alert: string, schedule: string])[]> => {
      const rows = await database
        .selectFrom('alerts')
        .select(['id', 'schedule'])
        .where('account', '=', account)
        .where('schedule', 'is not', null)
        .execute()
      return rows.map(({ id, schedule }) => [id, schedule ?? ''])
    },

    /** Null: none, or it is off. */
    scheduleOf: async (account: string, id: string): Promise<string | null> =>
      (await records.find({ account, id }))?.schedule ?? null,

    /**
     * @param schedule null: none
     * @returns the previous one
     */
    scheduled: async (account: string, id: string, schedule: string | null): Promise<string | null> => {
      const before = await records.find({ account, id })
      await database
        .updateTable('alerts')
        .set({ schedule })
        .where('id', '=', id)
        .where('account', '=', account)
        .execute()
      return before?.schedule ?? null
    },

    /**
     * Its runs stay.
     * @returns whether there was one
     */
    remove: async (account: string, id: string): Promise<boolean> => {
      const isRemoved = await records.remove({ id, account })
      if (isRemoved) await database.deleteFrom('alert_states').where('alert', '=', id).execute()
      return isRemoved
    },
  }
}
