import { randomUUID } from 'node:crypto'
import type { Kysely, Selectable } from 'kysely'
import * as z from 'zod'
import type { AlertState } from '#/analytics/alerts/readings.ts'
import { ALERTS_MAX } from '#/contract/alerts/alert-kinds.ts'
import {
  alertDelivery,
  alertRule,
  firing,
  mailPreview,
  type Alert,
  type AlertDelivery,
  type AlertRule,
  type FiredRun,
  type Firing,
  type MailPreview,
} from '#/contract/alerts/alerts.ts'
import { missedDay, missedDayWords } from '#/contract/alerts/missed-day.ts'
import { DAY_MS } from '#/contract/day.ts'
import { migrate } from '#/server/database/database.ts'
import {
  ALERT_HISTORY,
  alertMigrations,
  type AlertRunTable,
  type AlertTable,
  type AlertTables,
} from './tables.ts'

const RUNS_SHOWN = 100
const RUNS_KEPT_MS = 90 * DAY_MS
/** A server that was down so long tells what it has found before when it is back. */
const TOLD_WITHIN_MS = 7 * DAY_MS

const parsedBy = <T>(shape: { safeParse: (value: unknown) => { data?: T } }, json: string): T | null => {
  try {
    return shape.safeParse(JSON.parse(json)).data ?? null
  } catch {
    return null
  }
}

const alertOf = (
  { id, version, at, who, fired_at, rule }: Selectable<AlertTable>,
  lookedAt: number | null,
): Alert | null => {
  const read = parsedBy(alertRule, rule)
  return read && { ...read, id, version, at, who, fired_at, looked_at: lookedAt }
}

/** A day that cannot be read leaves the rest of what was found whole. */
const firings = z.array(z.object({ ...firing.shape, missed_day: z.optional(missedDay).catch(undefined) }))
const mailed = z.array(
  z.object({ ...mailPreview.shape, missed_day: z.optional(missedDayWords).catch(undefined) }),
)
const states = z.array(z.tuple([z.string(), z.object({ bad: z.number(), isTold: z.boolean() })]))

const runOf = ({
  id,
  alert,
  kind,
  at,
  firings: json,
  client,
  delivery,
}: Selectable<AlertRunTable>): FiredRun => ({
  id,
  alert,
  kind,
  at,
  client: client === '' ? null : client,
  firings: parsedBy(firings, json) ?? [],
  delivery: delivery === null ? null : parsedBy(alertDelivery, delivery),
})

/** Alerts of accounts, what is known of their subjects, and what they told, in the server's database. */
export const createAlerts = async (database: Kysely<AlertTables>, now: () => number) => {
  await migrate(database, alertMigrations, ALERT_HISTORY)

  const row = (account: string, id: string) =>
    database
      .selectFrom('alerts')
      .selectAll()
      .where('id', '=', id)
      .where('account', '=', account)
      .executeTakeFirst()

  const find = async (account: string, id: string): Promise<Alert | null> => {
    const found = await row(account, id)
    if (!found) return null
    const { looked } = await database
      .selectFrom('alert_states')
      .select(({ fn }) => fn.max('looked_at').as('looked'))
      .where('alert', '=', id)
      .executeTakeFirstOrThrow()
    return alertOf(found, looked)
  }

  return {
    find,

    /** The oldest first. */
    list: async (account: string): Promise<Alert[]> => {
      const rows = await database
        .selectFrom('alerts')
        .selectAll()
        .where('account', '=', account)
        .orderBy('since')
        .orderBy('id')
        .execute()
      const looked = await database
        .selectFrom('alert_states')
        .innerJoin('alerts', 'alerts.id', 'alert_states.alert')
        .select(({ fn }) => ['alert_states.alert as alert', fn.max('looked_at').as('at')])
        .where('alerts.account', '=', account)
        .groupBy('alert_states.alert')
        .execute()
      const lookedAt = new Map(looked.map(({ alert, at }) => [alert, at]))
      return rows.flatMap((one) => alertOf(one, lookedAt.get(one.id) ?? null) ?? [])
    },

    /** Null: there are as many as there may be. */
    add: async (account: string, rule: AlertRule, who: string | null): Promise<Alert | null> => {
      const { made } = await database
        .selectFrom('alerts')
        .select(({ fn }) => fn.countAll<number | string>().as('made'))
        .where('account', '=', account)
        .executeTakeFirstOrThrow()
      if (Number(made) >= ALERTS_MAX) return null
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
      await database.insertInto('alerts').values(added).execute()
      return alertOf(added, null)
    },

    /**
     * @param version that the writer has seen
     * @returns what stands there now; null: there is none. `isWritten` false: it is another's, and nothing was written
     */
    change: async (
      account: string,
      id: string,
      version: number,
      rule: AlertRule,
      who: string | null,
    ): Promise<{ readonly isWritten: boolean; readonly alert: Alert } | null> => {
      const before = await find(account, id)
      const { numUpdatedRows } = await database
        .updateTable('alerts')
        .set({ rule: JSON.stringify(rule), version: version + 1, at: now(), who })
        .where('id', '=', id)
        .where('account', '=', account)
        .where('version', '=', version)
        .executeTakeFirst()
      // What was known of its subjects was known by what it said before.
      const isOther =
        before !== null &&
        (['kind', 'threshold', 'min_calls', 'readings'] as const).some((name) => before[name] !== rule[name])
      if (numUpdatedRows === 1n && isOther)
        await database.deleteFrom('alert_states').where('alert', '=', id).execute()
      const alert = await find(account, id)
      return alert && { isWritten: numUpdatedRows === 1n, alert }
    },

    /** Which schedule looks at each alert that is on. */
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

    /** Which schedule looks at it; null: none does. @returns the one that did before */
    scheduled: async (account: string, id: string, schedule: string | null): Promise<string | null> => {
      const before = await row(account, id)
      await database
        .updateTable('alerts')
        .set({ schedule })
        .where('id', '=', id)
        .where('account', '=', account)
        .execute()
      return before?.schedule ?? null
    },

    /** What it told stays. @returns whether there was one */
    remove: async (account: string, id: string): Promise<boolean> => {
      const { numDeletedRows } = await database
        .deleteFrom('alerts')
        .where('id', '=', id)
        .where('account', '=', account)
        .executeTakeFirst()
      if (numDeletedRows === 1n) await database.deleteFrom('alert_states').where('alert', '=', id).execute()
      return numDeletedRows === 1n
    },

    /** What an alert knows of a client, and since when there is the alert. Null: there is none. */
    known: async (
      account: string,
      id: string,
      client: string | null,
    ): Promise<{
      readonly state: AlertState
      readonly since: number
      readonly lookedAt: number | null
    } | null> => {
      const alert = await row(account, id)
      if (!alert) return null
      const before = await database
        .selectFrom('alert_states')
        .select(['state', 'looked_at'])
        .where('alert', '=', id)
        .where('client', '=', client ?? '')
        .executeTakeFirst()
      return {
        state: new Map(before ? parsedBy(states, before.state) : []),
        since: alert.since,
        lookedAt: before?.looked_at ?? null,
      }
    },

    /**
     * An alert has looked at a client, and tells this.
     * @param lookedBefore as {@link known} had it: who else has looked meanwhile has told
     * @returns the run that is told; null: nothing is, or another server was faster
     */
    looked: async (
      account: string,
      { id, kind }: Pick<Alert, 'id' | 'kind'>,
      client: string | null,
      {
        state,
        told,
        words,
        mailAt,
        lookedBefore,
      }: {
        readonly state: AlertState
        readonly told: readonly Firing[]
        /** Of each what its mail says. */
        readonly words: readonly MailPreview[]
        /** Milliseconds since 1970; null: no mail tells of it. */
        readonly mailAt: number | null
        readonly lookedBefore: number | null
      },
    ): Promise<FiredRun | null> =>
      database.transaction().execute(async (write) => {
        // Two looks within a millisecond are two.
        const at = Math.max(now(), (lookedBefore ?? 0) + 1)
        const itself = { alert: id, client: client ?? '' }
        const values = { looked_at: at, state: JSON.stringify([...state]) }
        const written =
          lookedBefore === null
            ? await write
                .insertInto('alert_states')
                .values({ ...itself, ...values })
                .onConflict((conflict) => conflict.doNothing())
                .executeTakeFirst()
                .then(({ numInsertedOrUpdatedRows }) => numInsertedOrUpdatedRows)
            : await write
                .updateTable('alert_states')
                .set(values)
                .where((state_) => state_.and(itself))
                .where('looked_at', '=', lookedBefore)
                .executeTakeFirst()
                .then(({ numUpdatedRows }) => numUpdatedRows)
        if (written !== 1n || told.length === 0) return null
        const run = {
          id: randomUUID(),
          ...itself,
          account,
          kind,
          at,
          firings: JSON.stringify(told),
          words: JSON.stringify(words),
          mail_at: mailAt,
          mail_due: null,
          is_mailed: 0,
          is_seen: 0,
          delivery: null,
        }
        await write.insertInto('alert_runs').values(run).execute()
        await write.updateTable('alerts').set({ fired_at: at }).where('id', '=', id).execute()
        return runOf(run)
      }),

    /** What was told of late, the newest first. */
    runs: async (account: string): Promise<FiredRun[]> => {
      const rows = await database
        .selectFrom('alert_runs')
        .selectAll()
        .where('account', '=', account)
        .where('at', '>=', now() - RUNS_KEPT_MS)
        .orderBy('at', 'desc')
        .limit(RUNS_SHOWN)
        .execute()
      return rows.map(runOf)
    },

    /**
     * What a run is to mail: once it has begun to, always the same, however often it is tried.
     * @param due of the run
     */
    toMail: async (
      alert: string,
      due: number,
    ): Promise<readonly { readonly client: string | null; readonly words: readonly MailPreview[] }[]> => {
      await database
        .updateTable('alert_runs')
        .set({ mail_due: due })
        .where('alert', '=', alert)
        .where('mail_due', 'is', null)
        .where('mail_at', '<=', now())
        // What happened while nothing could be sent is on the page; it is not mailed all at once.
        .where('mail_at', '>', now() - TOLD_WITHIN_MS)
        .execute()
      const rows = await database
        .selectFrom('alert_runs')
        .select(['client', 'words'])
        .where('alert', '=', alert)
        .where('mail_due', '=', due)
        .where('is_mailed', '=', 0)
        .orderBy('at')
        .orderBy('id')
        .execute()
      return rows.map(({ client, words }) => ({
        client: client === '' ? null : client,
        words: parsedBy(mailed, words) ?? [],
      }))
    },

    /** What came of telling what a run tells; once nothing is tried again, it is not told again either. */
    delivered: async (alert: string, due: number, delivery: AlertDelivery): Promise<void> => {
      await database
        .updateTable('alert_runs')
        .set({ is_mailed: delivery.again === null ? 1 : 0, delivery: JSON.stringify(delivery) })
        .where('alert', '=', alert)
        .where('mail_due', '=', due)
        .execute()
    },

    unseen: async (account: string): Promise<number> => {
      const { unseen } = await database
        .selectFrom('alert_runs')
        .select(({ fn }) => fn.countAll<number | string>().as('unseen'))
        .where('account', '=', account)
        .where('is_seen', '=', 0)
        .executeTakeFirstOrThrow()
      return Number(unseen)
    },

    seen: async (account: string): Promise<void> => {
      await database.updateTable('alert_runs').set({ is_seen: 1 }).where('account', '=', account).execute()
    },

    /** Removes what was told long ago. */
    purge: async (): Promise<void> => {
      await database
        .deleteFrom('alert_runs')
        .where('at', '<', now() - RUNS_KEPT_MS)
        .execute()
    },
  }
}

export type Alerts = Awaited<ReturnType<typeof createAlerts>>
