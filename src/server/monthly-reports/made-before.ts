import { daysOfMonth } from '#/analytics/spend/month.ts'
import type { MadeReport } from '#/contract/monthly-reports/monthly-reports.ts'
import type { DeliveryTools } from '#/server/delivery/tools.ts'
import { daysOfReport } from '#/server/reports/figures.ts'
import { REPORT_KIND, reportSettingsOf } from '#/server/reports/settings.ts'
import type { StoredSession } from '#/server/session/store.ts'

const RUNS = 1_000

const recipientsIn = (result: unknown): { readonly people: number; readonly month: string | null } => {
  if (typeof result !== 'object' || result === null || !('told' in result) || !Array.isArray(result.told))
    return { people: 0, month: null }
  const results: readonly unknown[] = result.told
  return {
    people: results.filter(
      (one) => typeof one === 'object' && one !== null && 'is' in one && one.is === 'sent',
    ).length,
    month: 'month' in result && typeof result.month === 'string' ? result.month : null,
  }
}

/** Reports of a month already sent by mail, or shared by a link that still works. Newest first. */
export const madeBefore = async (
  { schedules, snapshots }: Pick<DeliveryTools, 'schedules' | 'snapshots'>,
  { principal, account }: Pick<StoredSession, 'principal' | 'account'>,
  month: string,
): Promise<MadeReport[]> => {
  const { from, to } = daysOfMonth(month)
  const settings = new Map(
    (await schedules.list(principal, REPORT_KIND)).map((one) => [one.id, reportSettingsOf(one)]),
  )
  const mails = (await schedules.runs(principal, RUNS, REPORT_KIND)).flatMap(
    ({ schedule, due, ended, result }): MadeReport[] => {
      const of = settings.get(schedule)
      const { people, month: noted } = recipientsIn(result)
      if (!of || of.view || of.client === null || people === 0 || ended === null) return []
      const isOfMonth =
        noted === null ? of.timing.every === 'month' && daysOfReport(of, due).from === from : noted === month
      return isOfMonth ? [{ client: of.client, at: new Date(ended).toISOString(), people }] : []
    },
  )
  const links = (await snapshots.list(account)).flatMap(
    ({ client, date_from, date_to, object_title, made }) =>
      client !== null && object_title === null && date_from === from && date_to === to
        ? [{ client, at: made, people: null }]
        : [],
  )
  return [...mails, ...links].toSorted((a, b) => b.at.localeCompare(a.at))
}
