import { ALERT_KIND, scheduledAlert } from './alerts/task.ts'
import type { Alerts } from './alerts/store/store.ts'
import type { Archive } from './archive/archive.ts'
import { archiveAccount } from './session/names.ts'
import { REPORT_KIND, reportSettingsOf } from './reports/settings.ts'
import type { Schedule, Schedules } from './schedule/schedules.ts'
import type { SessionStore, StoredSession } from './session/store.ts'
import type { OfflineAccess } from './offline-access/offline-access.ts'

interface Need {
  readonly account: string
  readonly isWithClients: boolean
}

export interface ReleaseOptions {
  readonly archive: () => Archive | null
  readonly sessions: Pick<SessionStore, 'readers'>
  readonly offlineAccess: Pick<OfflineAccess, 'principals' | 'as'>
  readonly schedules: Pick<Schedules, 'list'>
  readonly alerts: Pick<Alerts, 'find'>
}

/** Of schedules whose owner is signed out. */
const scheduledNeeds = async (
  alerts: ReleaseOptions['alerts'],
  { account, user }: StoredSession,
  schedule: Schedule,
): Promise<readonly Need[]> => {
  if (schedule.paused !== null) return []
  const of = (client: string | null) => ({ account: archiveAccount(account, client), isWithClients: false })
  if (schedule.kind === REPORT_KIND) {
    const settings = reportSettingsOf(schedule)
    return settings === null ? [] : [of(settings.client)]
  }
  const { data } = scheduledAlert.safeParse(schedule.what)
  if (schedule.kind !== ALERT_KIND || data?.account !== account) return []
  const alert = await alerts.find(account, data.alert)
  if (!alert?.is_on) return []
  if (!user.is_agency_manager) return [of(null)]
  return alert.clients?.map(of) ?? [{ account, isWithClients: true }]
}

/**
 * In-memory contacts stay while a session, kiosk, alert or report needs them.
 * @returns a function that removes the others
 */
export const createRelease = (options: ReleaseOptions) => {
  const { sessions, offlineAccess, schedules, alerts } = options

  const needs = async (): Promise<readonly Need[]> => {
    const found: Need[] = (await sessions.readers()).map(({ account, kiosk }) =>
      kiosk === null
        ? { account, isWithClients: true }
        : { account: archiveAccount(account, kiosk.client), isWithClients: false },
    )
    for (const principal of await offlineAccess.principals()) {
      const session = await offlineAccess.as(principal)
      if (session === null) continue
      for (const schedule of await schedules.list(principal))
        found.push(...(await scheduledNeeds(alerts, session, schedule)))
    }
    return found
  }

  const release = async () => {
    const archive = options.archive()
    if (archive?.kind !== 'memory') return
    const all = await needs()
    await archive.release((account) =>
      all.some(
        (need) => need.account === account || (need.isWithClients && account.startsWith(`${need.account} `)),
      ),
    )
  }

  // Serialised, so that each run sees what has ended before.
  let last = Promise.resolve()
  return (): Promise<void> => (last = last.catch(() => undefined).then(release))
}
