import * as z from 'zod'
import { Hono } from 'hono'
import { NAMES_PER_REQUEST, type CallerNames } from '#/contract/archive/caller-names.ts'
import type { ArchiveClocks } from '#/contract/archive/clocks.ts'
import type { ArchiveSummary } from '#/contract/archive/shapes.ts'
import { readContactTexts } from '#/contract/annotations/annotations.ts'
import { dayText } from '#/contract/day.ts'
import type { LogBook } from '#/server/administration/log-book.ts'
import { troubleOf } from '#/server/database/database.ts'
import { Failure, failure } from '#/server/http/failure.ts'
import {
  callContext,
  CLIENT_PATH,
  clientInPath,
  readBody,
  requireSession,
  sendJson,
  sendJsonText,
  sendNothing,
  type AppContext,
  type AppEnv,
} from '#/server/http/exchange.ts'
import { masksOf, unmaskedQuery } from '#/server/http/privacy-mode.ts'
import type { SessionCalls } from '#/server/upstream/session-calls.ts'
import type { ArchiveAccess } from '#/server/accounts/access.ts'
import { checkedAccount, isOwnClient, requestedAccount } from '#/server/accounts/requested-account.ts'
import type { Annotations } from '#/server/annotations/store.ts'
import type { MonthPlans } from '#/server/month-plans/store.ts'
import type { PreferencesStore } from '#/server/preferences/preferences.ts'
import type { WorkingHoursStore } from '#/server/working-hours/store.ts'
import { parseSharedJson, sharedJsonText } from '#/server/threads/shared-json.ts'
import { findAnnotated } from './lists/annotated.ts'
import { answerContacts } from './lists/route.ts'
import type { Archive } from './archive.ts'
import type { AccountSummary } from './store/maintenance/housekeeping.ts'
import { clientIssues, CLIENT_ISSUES_ROUTE } from './client-issues.ts'
import { clientComparison, COMPARISON_ROUTE } from './client-comparison.ts'
import { figuresRoutes } from './figures/route.ts'

export interface ArchiveRoutesOptions {
  readonly archive: Archive | null
  readonly access: ArchiveAccess
  readonly calls: SessionCalls
  readonly logBook: LogBook
  readonly annotations: Annotations
  readonly plans: Pick<MonthPlans, 'of' | 'states'>
  readonly workingHours: Pick<WorkingHoursStore, 'weeks'>
  readonly preferences: Pick<PreferencesStore, 'rules'>
  readonly monotonic: () => number
}

const ARCHIVE_PATH = '/archive'
const ARCHIVE_DRIFT_PATH = `${ARCHIVE_PATH}/drift`
const ARCHIVE_CONTACTS_PATH = `${ARCHIVE_PATH}/contacts`
const CALLER_NAMES_PATH = `${ARCHIVE_PATH}/names`
const CLOCKS_PATH = `${ARCHIVE_PATH}/clocks`

const listBody = z.record(z.string(), z.string())

const entryOf = ({
  since,
  asOf,
  requestsToday,
  ...rest
}: AccountSummary): ArchiveSummary['accounts'][number] => ({
  ...rest,
  since: since === null ? null : dayText(since),
  as_of: asOf === null ? null : new Date(asOf).toISOString(),
  requests_today: requestsToday,
})

/**
 * A failing store fails this answer only.
 * @throws Failure `archive_unavailable`
 */
const storedIn =
  (archive: ArchiveRoutesOptions['archive']) =>
  async (work: (archive: Archive) => Promise<Response>): Promise<Response> => {
    if (archive === null) throw failure('archive_unavailable')
    try {
      return await work(archive)
    } catch (error) {
      const trouble = troubleOf(error)
      if (error instanceof Failure || trouble === null) throw error
      archive.onTrouble(trouble)
      throw failure('archive_unavailable', { cause: error })
    }
  }
type StoredAnswers = ReturnType<typeof storedIn>

const contactAnswers = ({ access, calls, annotations }: ArchiveRoutesOptions, stored: StoredAnswers) => {
  const marked = findAnnotated(annotations)
  const contacts = (c: AppContext) =>
    stored(async (archive) => {
      const session = requireSession(c)
      const client = clientInPath(c)
      const requested = { archive, access, calls, session, client, context: callContext(c), marked }
      const masks = masksOf(c)
      const query = unmaskedQuery(await readBody(c, listBody), masks)
      const [rest, records] = await answerContacts(query, requested)
      if (masks !== null) return sendJson(c, { ...rest, contacts: parseSharedJson(records) })
      return sendJsonText(c, `${JSON.stringify(rest).slice(0, -1)},"contacts":${sharedJsonText(records)}}`)
    })

  const names = (c: AppContext) =>
    stored(async (archive) => {
      const { session, client, account } = requestedAccount(c)
      const contacts = readContactTexts(c.req.queries('contact') ?? [], NAMES_PER_REQUEST)
      if (contacts === null) throw failure('invalid_request')
      const { hidden, signal } = await access.check(calls, session, client, callContext(c))
      const found = await archive.count('caller_names', { account, contacts, hidden, now: archive.now() })
      signal.throwIfAborted()
      return sendJson(c, { names: found } satisfies CallerNames)
    })

  const clocks = (c: AppContext) =>
    stored(async (archive) => {
      const { account, hidden, signal } = await checkedAccount({ access, calls }, c)
      const { main, objects } = await archive.count('clocks', { account, now: archive.now() })
      signal.throwIfAborted()
      const isDated = !hidden.has('date')
      return sendJson(c, {
        main: isDated ? main : null,
        objects: isDated && !hidden.has('obj_oid') ? [...objects] : [],
      } satisfies ArchiveClocks)
    })

  return { contacts, names, clocks }
}

const keepingAnswers = ({ access, calls, logBook }: ArchiveRoutesOptions, stored: StoredAnswers) => {
  const drift = (c: AppContext) =>
    stored(async (archive) => {
      const { session, client } = await checkedAccount({ access, calls }, c)
      return sendJson(c, await archive.drift(session.account, client))
    })

  const summary = (c: AppContext) =>
    stored(async (archive) => {
      const session = requireSession(c)
      const client = clientInPath(c)
      if (client !== null) await calls.access(session, client, callContext(c))
      const all = await archive.summary(session.account)
      const mine: AccountSummary[] = []
      for (const one of all) {
        if (client !== null && one.client !== client) continue
        if (await isOwnClient(calls, c, one.client)) mine.push(one)
      }
      const answer: ArchiveSummary = {
        accounts: mine.map(entryOf),
        days_kept: archive.retentionDays,
        kind: archive.kind,
      }
      return sendJson(c, answer)
    })

  const forget = (c: AppContext) =>
    stored(async (archive) => {
      const session = requireSession(c)
      const client = clientInPath(c)
      // An account may delete its archive also of a client that it has lost.
      await archive.forget(session.account, client)
      await logBook.note(c, { event: 'archive_forgotten' }, { client })
      return sendNothing(c)
    })

  return { drift, summary, forget }
}

/** `/api/archive…`, also below a client's prefix. */
export const archiveRoutes = (options: ArchiveRoutesOptions): Hono<AppEnv> => {
  const stored = storedIn(options.archive)
  const { contacts, names, clocks } = contactAnswers(options, stored)
  const { drift, summary, forget } = keepingAnswers(options, stored)
  const comparison = clientComparison(options)
  const issues = clientIssues(options)
  const routes = new Hono<AppEnv>()
    .post(COMPARISON_ROUTE, (c) => stored((archive) => comparison(c, archive)))
    .post(CLIENT_ISSUES_ROUTE, (c) => stored((archive) => issues(c, archive)))
  for (const prefix of ['/api', CLIENT_PATH])
    routes
      .post(prefix + ARCHIVE_CONTACTS_PATH, contacts)
      .get(prefix + CALLER_NAMES_PATH, names)
      .get(prefix + CLOCKS_PATH, clocks)
      .get(prefix + ARCHIVE_DRIFT_PATH, drift)
      .get(prefix + ARCHIVE_PATH, summary)
      .delete(prefix + ARCHIVE_PATH, forget)
  return routes.route('/', figuresRoutes(options, stored))
}
