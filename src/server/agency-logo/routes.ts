import { Hono } from 'hono'
import {
  AGENCY_LOGO_PATH,
  agencyLogoBody,
  type AgencyLogoAnswer,
} from '#/contract/agency-logo/agency-logo.ts'
import type { LogBook } from '#/server/administration/log-book.ts'
import { readBody, requireSession, sendJson, type AppContext, type AppEnv } from '#/server/http/exchange.ts'
import { Failure, failure } from '#/server/http/failure.ts'
import { refuseInPrivacyMode } from '#/server/http/privacy-mode.ts'
import type { StoredSession } from '#/server/session/store.ts'
import { cleanLogo } from './clean-logo.ts'
import type { AgencyLogos } from './store.ts'

const OWN = `/api${AGENCY_LOGO_PATH}`
const BODY_MAX_BYTES = 1024 * 1024

/** `/api/agency-logo`, for agency managers. */
export const agencyLogoRoutes = ({
  agencyLogos,
  logBook,
}: {
  readonly agencyLogos: AgencyLogos
  readonly logBook: LogBook
}): Hono<AppEnv> => {
  const managerOf = (c: AppContext): StoredSession => {
    const session = requireSession(c)
    if (session.kiosk !== null || session.frame !== null || !session.user.is_agency_manager)
      throw failure('access_denied')
    return session
  }
  const answer = (c: AppContext, logo: string | null) => sendJson(c, { logo } satisfies AgencyLogoAnswer)
  const changed = (c: AppContext) =>
    logBook.note(c, { event: 'settings_changed', what: 'agency', object: null, fields: ['logo'] })

  const read = async (c: AppContext) => answer(c, await agencyLogos.of(managerOf(c).account))

  const save = async (c: AppContext) => {
    const { account } = managerOf(c)
    refuseInPrivacyMode(c)
    const { data } = await readBody(c, agencyLogoBody, BODY_MAX_BYTES)
    const cleaned = await cleanLogo(Buffer.from(data, 'base64'))
    if ('trouble' in cleaned) throw new Failure(400, { logo: cleaned.trouble })
    await agencyLogos.save(account, cleaned.logo)
    await changed(c)
    return answer(c, cleaned.logo)
  }

  const remove = async (c: AppContext) => {
    const { account } = managerOf(c)
    refuseInPrivacyMode(c)
    await agencyLogos.remove(account)
    await changed(c)
    return answer(c, null)
  }

  return new Hono<AppEnv>().get(OWN, read).put(OWN, save).delete(OWN, remove)
}
