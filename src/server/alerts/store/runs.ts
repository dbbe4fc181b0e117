import type { Kysely, Selectable } from 'kysely'
import * as z from 'zod'
import {
  alertDelivery,
  incident,
  mailPreview,
  type AlertDelivery,
  type IncidentRun,
  type MailPreview,
} from '#/contract/alerts/alerts.ts'
import { missedDay, missedDayLabels } from '#/contract/alerts/missed-day.ts'
import { DAY_MS } from '#/contract/day.ts'
import { parsedBy } from '#/server/database/records.ts'
import type { AlertRunTable, AlertTables } from './tables.ts'

const RUNS_SHOWN = 100
const RUN_RETENTION_MS = 90 * DAY_MS
/** Incidents are still mailed after a downtime of this length. */
const MAILED_WITHIN_MS = 7 * DAY_MS

/** An unreadable day does not drop its incident. */
const storedIncidents = z.array(
  z.object({ ...incident.shape, missed_day: z.optional(missedDay).catch(undefined) }),
)
const mailed = z.array(
  z.object({ ...mailPreview.shape, missed_day: z.optional(missedDayLabels).catch(undefined) }),
)

export const alertRunOf = ({
  id,
  alert,
  kind,
  at,
  firings: json,
  client,
  delivery,
}: Selectable<AlertRunTable>): IncidentRun => ({
  id,
  alert,
  kind,
  at,
  client: client === '' ? null : client,
  firings: parsedBy(storedIncidents, json) ?? [],
  delivery: delivery === null ? null : parsedBy(alertDelivery, delivery),
})

const takeUnsent = (database: Kysely<AlertTables>, at: number, alert: string, due: number) =>
  database
    .updateTable('alert_runs')
    .set({ mail_due: due })
    .where('alert', '=', alert)
    .where('mail_due', 'is', null)
    .where('mail_at', '<=', at)
    // Older incidents are on the page only, to avoid a flood of mails.
    .where('mail_at', '>', at - MAILED_WITHIN_MS)
    .execute()

/** Runs of incidents: shown, mailed, and removed after a while. */
export const createAlertRuns = (database: Kysely<AlertTables>, now: () => number) => ({
  runs: async (account: string): Promise<IncidentRun[]> => {
    const rows = await database
      .selectFrom('alert_runs')
      .selectAll()
      .where('account', '=', account)
      .where('at', '>=', now() - RUN_RETENTION_MS)
      .orderBy('at', 'desc')
      .limit(RUNS_SHOWN)
      .execute()
    return rows.map(alertRunOf)
  },

  /**
   * A run's next mail. Its incidents are fixed at the first attempt; later ones go into another mail.
   * @param due of the run
   * @returns null: nothing to send. `sentBefore`: incidents of the run's earlier mails
   */
  toMail: async (
    alert: string,
    due: number,
  ): Promise<{
    readonly found: readonly { readonly client: string | null; readonly words: readonly MailPreview[] }[]
    readonly sentBefore: number
  } | null> => {
    const ofRun = () =>
      database
        .selectFrom('alert_runs')
        .select(['client', 'words', 'is_mailed'])
        .where('alert', '=', alert)
        .where('mail_due', '=', due)
        .orderBy('at')
        .orderBy('id')
        .execute()
    const isUnsent = ({ is_mailed }: { readonly is_mailed: number }) => is_mailed === 0
    const before = await ofRun()
    const sentBefore = before.filter((one) => !isUnsent(one)).length
    if (sentBefore === before.length) await takeUnsent(database, now(), alert, due)
    const rows = (await ofRun()).filter(isUnsent)
    if (rows.length === 0) return null
    const found = rows.map(({ client, words }) => ({
      client: client === '' ? null : client,
      words: parsedBy(mailed, words) ?? [],
    }))
    return { found, sentBefore }
  },

  /** Stores the results of the last mail; with nothing to retry, it is done. */
  delivered: async (alert: string, due: number, delivery: AlertDelivery): Promise<void> => {
    await database
      .updateTable('alert_runs')
      .set({ is_mailed: delivery.again === null ? 1 : 0, delivery: JSON.stringify(delivery) })
      .where('alert', '=', alert)
      .where('mail_due', '=', due)
      .where('is_mailed', '=', 0)
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

  purge: async (): Promise<void> => {
    await database
      .deleteFrom('alert_runs')
      .where('at', '<', now() - RUN_RETENTION_MS)
      .execute()
  },
})
