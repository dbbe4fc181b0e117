import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import * as z from 'zod'
import type { AlertState } from '#/server/metrics/alerts/readings.ts'
import type { Alert, IncidentRun, Incident, MailPreview } from '#/contract/alerts/alerts.ts'
import { alertRunOf } from './runs.ts'
import { parsedBy } from '#/server/database/records.ts'
import type { AlertTables } from './tables.ts'

const offsets = z.array(z.number())
const states = z.array(z.tuple([z.string(), z.object({ bad: z.number(), isTold: z.boolean() })]))

/** States of alerts' subjects, written with each evaluation and its incidents. */
export const createAlertEvaluations = (database: Kysely<AlertTables>, now: () => number) => ({
  known: async (
    account: string,
    id: string,
    client: string | null,
  ): Promise<{
    readonly state: AlertState
    readonly since: number
    readonly evaluatedAt: number | null
    readonly clocks: readonly number[]
  } | null> => {
    const alert = await database
      .selectFrom('alerts')
      .select('since')
      .where('id', '=', id)
      .where('account', '=', account)
      .executeTakeFirst()
    if (!alert) return null
    const before = await database
      .selectFrom('alert_states')
      .select(['state', 'looked_at', 'clocks'])
      .where('alert', '=', id)
      .where('client', '=', client ?? '')
      .executeTakeFirst()
    return {
      state: new Map(before ? parsedBy(states, before.state) : []),
      since: alert.since,
      evaluatedAt: before?.looked_at ?? null,
      clocks: parsedBy(offsets, before?.clocks ?? '[]') ?? [],
    }
  },

  /**
   * Stores an evaluation with its incidents.
   * @param evaluatedBefore from {@link known}, to detect concurrent evaluations
   * @returns the run; null: no incident, or another server was faster
   */
  saveEvaluation: async (
    account: string,
    { id, kind }: Pick<Alert, 'id' | 'kind'>,
    client: string | null,
    {
      state,
      clocks,
      incidents,
      words,
      mailAt,
      evaluatedBefore,
    }: {
      readonly state: AlertState
      readonly clocks: readonly number[]
      readonly incidents: readonly Incident[]
      readonly words: readonly MailPreview[]
      readonly mailAt: number | null
      readonly evaluatedBefore: number | null
    },
  ): Promise<IncidentRun | null> =>
    database.transaction().execute(async (write) => {
      // Unique even within a millisecond.
      const at = Math.max(now(), (evaluatedBefore ?? 0) + 1)
      const itself = { alert: id, client: client ?? '' }
      const values = {
        looked_at: at,
        state: JSON.stringify([...state]),
        clocks: JSON.stringify(clocks),
      }
      const written =
        evaluatedBefore === null
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
              .where('looked_at', '=', evaluatedBefore)
              .executeTakeFirst()
              .then(({ numUpdatedRows }) => numUpdatedRows)
      if (written !== 1n || incidents.length === 0) return null
      const run = {
        id: randomUUID(),
        ...itself,
        account,
        kind,
        at,
        firings: JSON.stringify(incidents),
        words: JSON.stringify(words),
        mail_at: mailAt,
        mail_due: null,
        is_mailed: 0,
        is_seen: 0,
        delivery: null,
      }
      await write.insertInto('alert_runs').values(run).execute()
      await write.updateTable('alerts').set({ fired_at: at }).where('id', '=', id).execute()
      return alertRunOf(run)
    }),
})
