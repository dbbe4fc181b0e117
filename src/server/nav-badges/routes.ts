import { Hono } from 'hono'
import { CALL_BACK_DAYS } from '#/analytics/evaluation/findings.ts'
import { REACH_FIELDS } from '#/analytics/reach-fields.ts'
import type { NavBadges } from '#/contract/nav-badges/nav-badges.ts'
import { DAY_MS, HOUR_MS } from '#/contract/day.ts'
import { CLIENT_PREFIX } from '#/contract/endpoint.ts'
import { evaluateIssues, knownIssues, type IssueSources } from '#/server/archive/evaluation/known-issues.ts'
import { handledContacts } from '#/server/archive/evaluation/inputs.ts'
import type { Alerts } from '#/server/alerts/store/store.ts'
import type { ArchiveAccess } from '#/server/accounts/access.ts'
import type { Archive } from '#/server/archive/archive.ts'
import { isGood } from '#/server/archive/counting/coverage.ts'
import { lastBegunDay } from '#/server/archive/reading/clock.ts'
import { evaluatorOf } from '#/server/metrics/alerts/rules.ts'
import { archiveAccount } from '#/server/session/names.ts'
import { troubleOf } from '#/server/database/database.ts'
import {
  clientInPath,
  requireSession,
  sendJson,
  type AppContext,
  type AppEnv,
} from '#/server/http/exchange.ts'
import { Failure } from '#/server/http/failure.ts'

export interface NavBadgeRoutesOptions {
  readonly alerts: Pick<Alerts, 'unseen'>
  readonly annotations: IssueSources['annotations']
  readonly plans: IssueSources['plans']
  readonly archive: Archive | null
  readonly access: Pick<ArchiveAccess, 'known'>
}

const PATH = '/attention'
const FRESH_MS = 3 * HOUR_MS
/** The same days as on the page "Data health". */
const LOOKBACK_DAYS = 30
/** A missed call is annotated after it came. */
const MARKED_MS = (CALL_BACK_DAYS + 2) * DAY_MS

/** `GET …/attention`, for the navigation of every page: polled, so it never requests from the service. */
export const navBadgeRoutes = ({
  alerts,
  annotations,
  plans,
  archive,
  access,
}: NavBadgeRoutesOptions): Hono<AppEnv> => {
  const issuesOf = async (from: Archive, account: string) => {
    const sources = { archive: from, annotations, plans }
    const [known] = await knownIssues(sources, [account])
    return known!.isCurrent ? known!.found : evaluateIssues(sources, known!)
  }
  const callersOf = async (c: AppContext): Promise<number | null> => {
    const session = requireSession(c)
    const client = clientInPath(c)
    const known = access.known(session.idHash, client)
    if (archive === null || known === null || REACH_FIELDS.some((field) => known.hidden.has(field)))
      return null
    const account = archiveAccount(session.account, client)
    const now = archive.now()
    const handled = await handledContacts(annotations, account, now - MARKED_MS)
    const counted = await archive
      .count('open_callers', { account, handled: handled.map(([contact]) => contact), now })
      .catch((error: unknown) => {
        if (error instanceof Failure || troubleOf(error) !== null) return null
        throw error
      })
    return counted !== null && !known.signal.aborted && now - counted.asOf <= FRESH_MS
      ? counted.callers
      : null
  }
  const findingsOf = async (c: AppContext): Promise<number | null> => {
    const session = requireSession(c)
    const client = clientInPath(c)
    const known = access.known(session.idHash, client)
    if (archive === null || known === null) return null
    const now = archive.now()
    const last = lastBegunDay(now)
    const isHidden = evaluatorOf('silent').needs.some((field) => known.hidden.has(field))
    try {
      const account = archiveAccount(session.account, client)
      const days = await archive.store.map(account, { first: last - LOOKBACK_DAYS, last })
      const { differences } = await archive.drift(session.account, client)
      const found = isHidden ? null : await issuesOf(archive, account)
      // Access may have ended while it was counted.
      if (known.signal.aborted) return null
      const issues = found !== null && now - found.asOf <= FRESH_MS ? found.issues : []
      const silent = issues.filter(({ kind }) => kind === 'quiet')
      const isWrong = (day: (typeof days)[number]) => !isGood(day) && day.state !== 'reading'
      // All differences from the document count as one finding.
      return days.filter(isWrong).length + Math.min(differences.length, 1) + silent.length
    } catch (error) {
      if (error instanceof Failure || troubleOf(error) !== null) return null
      throw error
    }
  }
  const report = async (c: AppContext) => {
    const { account } = requireSession(c)
    const [callers, findings, unseen] = await Promise.all([
      callersOf(c),
      findingsOf(c),
      alerts.unseen(account),
    ])
    return sendJson(c, { callers, findings, alerts: unseen } satisfies NavBadges)
  }
  const routes = new Hono<AppEnv>()
  for (const prefix of ['/api', `/api/${CLIENT_PREFIX}/:client`]) routes.get(prefix + PATH, report)
  return routes
}
