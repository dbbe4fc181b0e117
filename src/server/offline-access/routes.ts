import { Hono } from 'hono'
import { OFFLINE_ACCESS_PATH } from '#/contract/delivery/offline-access.ts'
import type { LogBook } from '#/server/administration/log-book.ts'
import { requireSession, sendJson, type AppContext, type AppEnv } from '#/server/http/exchange.ts'
import { failure } from '#/server/http/failure.ts'
import { refuseInPrivacyMode } from '#/server/http/privacy-mode.ts'
import type { Schedules } from '#/server/schedule/schedules.ts'
import type { OfflineAccess } from './offline-access.ts'

const PATH = `/api${OFFLINE_ACCESS_PATH}`

/** `/api/standing`: reads, gives and ends it. */
export const offlineAccessRoutes = (
  offlineAccess: OfflineAccess,
  schedules: Pick<Schedules, 'list' | 'pause'>,
  logBook: LogBook,
): Hono<AppEnv> => {
  const answer = async (c: AppContext) =>
    sendJson(c, await offlineAccess.stateOf(requireSession(c).principal))
  const own = (c: AppContext) => {
    const session = requireSession(c)
    refuseInPrivacyMode(c)
    return session
  }
  return new Hono<AppEnv>()
    .get(PATH, (c) => {
      return answer(c)
    })
    .put(PATH, async (c) => {
      const session = own(c)
      if (session.kiosk !== null || session.frame !== null) throw failure('access_denied')
      await offlineAccess.give(session)
      // Resumes schedules that were paused without it.
      for (const schedule of await schedules.list(session.principal))
        if (schedule.paused === 'standing_ended' || schedule.paused === 'not_mapped')
          await schedules.pause(schedule, null)
      await logBook.note(c, { event: 'standing_given' })
      return answer(c)
    })
    .delete(PATH, async (c) => {
      if (await offlineAccess.end(own(c).principal, 'person'))
        await logBook.note(c, { event: 'standing_ended' })
      return answer(c)
    })
}
