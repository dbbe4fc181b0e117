import { Hono } from 'hono'
import { NAMES_ASKED_MAX, type CallerNames } from '#/contract/archive/caller-names.ts'
import { columnsWanted } from '#/contract/archive/overview.ts'
import { archiveQuestion, type ArchiveSummary } from '#/contract/archive/shapes.ts'
import { readContactTexts } from '#/contract/contact-marks/contact-marks.ts'
import { dayText } from '#/contract/day.ts'
import type { LogBook } from '#/server/administration/log-book.ts'
import { troubleOf } from '#/server/database/database.ts'
import { Failure, failure } from '#/server/http/failure.ts'
import {
  callContext,
  CLIENT_PATH,
  clientInPath,
  onlyMethods,
  requireSession,
  routeOf,
  sendJson,
  sendJsonText,
  sendNothing,
  type AppContext,
  type AppEnv,
} from '#/server/http/exchange.ts'
import { masksOf, unmaskedQuery } from '#/server/presenting/presenting.ts'
import type { SessionCalls } from '#/server/upstream/session-calls.ts'
import type { ArchiveAccess } from './access.ts'
import type { ContactMarks } from '#/server/contact-marks/store.ts'
import { findMarked } from './lists/marked.ts'
import { answerContacts } from './lists/route.ts'
import { framesOf, type AnswerOptions } from './answer.ts'
import type { Archive } from './archive.ts'
import type { AccountSummary } from './store/upkeep/housekeeping.ts'
import { archiveAccount } from './store/account-numbers.ts'
import { inactivity, INACTIVITY_ROUTE } from './inactivity.ts'
import { clientComparison, COMPARISON_ROUTE } from './roll-up.ts'
import { answerOverview, tellFacts } from './overview/route.ts'
import { tell } from './reading/questions/question.ts'
import type { SegmentDays } from './store/store.ts'

export interface ArchiveRoutesOptions {
  /** Null: it could not be opened. */
  readonly archive: Archive | null
  readonly access: ArchiveAccess
  readonly calls: SessionCalls
  readonly logBook: LogBook
  /** What people have marked, by which lists may be narrowed. */
  readonly marks: ContactMarks
  readonly monotonic: () => number
  /** Contacts above which they are counted here; for tests. */
  readonly columnsUpTo?: number | undefined
}

const ARCHIVE_PATH = '/archive'
const ARCHIVE_COLUMNS_PATH = `${ARCHIVE_PATH}/columns`
const ARCHIVE_DRIFT_PATH = `${ARCHIVE_PATH}/drift`
const ARCHIVE_OVERVIEW_PATH = `${ARCHIVE_PATH}/overview`
const ARCHIVE_CONTACTS_PATH = `${ARCHIVE_PATH}/contacts`
const CALLER_NAMES_PATH = `${ARCHIVE_PATH}/names`

/** @throws Failure `invalid_request` for days that are none, or are kept no longer */
const daysOfQuery = (query: Readonly<Record<string, string>>, archive: Archive): SegmentDays => {
  const parsed = archiveQuestion.safeParse(query)
  if (!parsed.success) throw failure('invalid_request')
  return archive.daysOf(parsed.data)
}

const COLUMNS_UP_TO = 1_000_000

/** Contacts above which only how they stand is sent. @throws Failure `invalid_request` */
const mostOf = (query: Readonly<Record<string, string>>, columnsUpTo = COLUMNS_UP_TO): number => {
  const { success, data } = columnsWanted.safeParse(query)
  if (!success) throw failure('invalid_request')
  if (data.send !== undefined) return data.send === 'all' ? Infinity : -1
  return columnsUpTo - Number(data.beside ?? 0)
}

/** Frames as they are asked for. Who goes away ends the answer, and not what is being read for it. */
const streamOf = (options: AnswerOptions, signal: AbortSignal): ReadableStream<Uint8Array> => {
  const { reading, question } = options
  const frames = framesOf(options)
  const leave = () => {
    reading.leave(question)
    tell(question)
    void frames.return()
  }
  return new ReadableStream<Uint8Array>({
    start: (controller) => {
      const cut = () => {
        leave()
        try {
          controller.error(signal.reason)
        } catch {
          // It has ended.
        }
      }
      if (signal.aborted) cut()
      else signal.addEventListener('abort', cut, { once: true })
    },
    pull: async (controller) => {
      try {
        const { done, value } = await frames.next()
        if (signal.aborted) return
        if (done) controller.close()
        else controller.enqueue(value)
      } catch (error) {
        leave()
        controller.error(error)
      }
    },
    cancel: leave,
  })
}

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
 * The store's own failures end nothing but this answer.
 * @throws Failure `archive_unavailable`
 */
const keptIn =
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
type Kept = ReturnType<typeof keptIn>

/** What is told of contacts. */
const contactAnswers = (
  { access, calls, marks, monotonic, columnsUpTo }: ArchiveRoutesOptions,
  kept: Kept,
) => {
  const marked = findMarked(marks)
  const columns = (c: AppContext) =>
    kept(async (archive) => {
      const session = requireSession(c)
      const client = clientInPath(c)
      c.set('route', routeOf(client, ARCHIVE_COLUMNS_PATH))
      const days = daysOfQuery(c.req.query(), archive)
      const masks = masksOf(c)
      // What is masked is masked here; the thread that counts knows of no masks.
      const most = masks === null ? mostOf(c.req.query(), columnsUpTo) : Infinity
      const context = callContext(c)
      const { hidden, signal } = await access.check(calls, session, client, context)
      // What cannot be read is said before the stream begins.
      await archive.store.map(session.account, days)
      const isRetry = c.req.query('retry') === '1'
      const asked = archive.ask({ session, client, faults: context.faults, hidden }, days, isRetry)
      c.header('Content-Type', 'application/octet-stream')
      return c.body(
        streamOf(
          { ...asked, store: archive.store, hidden, masks, monotonic, most },
          AbortSignal.any([signal, context.signal]),
        ),
      )
    })

  const overviewWork = (work: typeof answerOverview) => (c: AppContext) =>
    kept((archive) => {
      const client = clientInPath(c)
      c.set('route', routeOf(client, ARCHIVE_OVERVIEW_PATH))
      return work(c, { archive, access, calls, client })
    })

  const contacts = (c: AppContext) =>
    kept(async (archive) => {
      const session = requireSession(c)
      const client = clientInPath(c)
      c.set('route', routeOf(client, ARCHIVE_CONTACTS_PATH))
      const asked = { archive, access, calls, session, client, context: callContext(c), marked }
      const masks = masksOf(c)
      const [rest, records] = await answerContacts(unmaskedQuery(c.req.query(), masks), asked)
      if (masks !== null) return sendJson(c, { ...rest, contacts: JSON.parse(records) as unknown })
      return sendJsonText(c, `${JSON.stringify(rest).slice(0, -1)},"contacts":${records}}`)
    })

  const names = (c: AppContext) =>
    kept(async (archive) => {
      const session = requireSession(c)
      const client = clientInPath(c)
      c.set('route', routeOf(client, CALLER_NAMES_PATH))
      const contacts = readContactTexts(c.req.queries('contact') ?? [], NAMES_ASKED_MAX)
      if (contacts === null) throw failure('invalid_request')
      const { hidden, signal } = await access.check(calls, session, client, callContext(c))
      const account = archiveAccount(session.account, client)
      const found = await archive.count('caller_names', { account, contacts, hidden, now: archive.now() })
      // What was closed meanwhile is not told any more.
      signal.throwIfAborted()
      return sendJson(c, { names: found } satisfies CallerNames)
    })

  return { columns, overviewWork, contacts, names }
}

/** What is told of what is kept, and how it is forgotten. */
const keepingAnswers = ({ access, calls, logBook }: ArchiveRoutesOptions, kept: Kept) => {
  const drift = (c: AppContext) =>
    kept(async (archive) => {
      const session = requireSession(c)
      const client = clientInPath(c)
      c.set('route', routeOf(client, ARCHIVE_DRIFT_PATH))
      await access.check(calls, session, client, callContext(c))
      return sendJson(c, await archive.drift(session.account, client))
    })

  const summary = (c: AppContext) =>
    kept(async (archive) => {
      const session = requireSession(c)
      const client = clientInPath(c)
      c.set('route', routeOf(client, ARCHIVE_PATH))
      if (client !== null) await calls.access(session, client, callContext(c))
      const all = await archive.summary(session.account)
      const mine: AccountSummary[] = []
      for (const one of all) {
        if (client !== null && one.client !== client) continue
        // Of a client that was withdrawn nothing is told.
        const isMine = await calls.access(session, one.client, callContext(c)).then(
          () => true,
          (error: unknown) => {
            if (error instanceof Failure && error.status === 403) return false
            throw error
          },
        )
        if (isMine) mine.push(one)
      }
      const answer: ArchiveSummary = {
        accounts: mine.map(entryOf),
        days_kept: archive.daysKept,
        kind: archive.kind,
      }
      return sendJson(c, answer)
    })

  const forget = (c: AppContext) =>
    kept(async (archive) => {
      const session = requireSession(c)
      const client = clientInPath(c)
      c.set('route', routeOf(client, ARCHIVE_PATH))
      // What was read for this account is its own to forget, also of a client that it has lost.
      await archive.forget(session.account, client)
      await logBook.note(c, { event: 'archive_forgotten' }, { client })
      return sendNothing(c)
    })

  return { drift, summary, forget }
}

/** `/api/archive…`, and the same below a client's prefix. */
export const archiveRoutes = (options: ArchiveRoutesOptions): Hono<AppEnv> => {
  const kept = keptIn(options.archive)
  const { columns, overviewWork, contacts, names } = contactAnswers(options, kept)
  const { drift, summary, forget } = keepingAnswers(options, kept)
  const comparison = clientComparison(options)
  const inactive = inactivity(options)
  const onlyGet = onlyMethods('GET')
  const routes = new Hono<AppEnv>()
    .post(COMPARISON_ROUTE, (c) => kept((archive) => comparison(c, archive)))
    .post(INACTIVITY_ROUTE, (c) => kept((archive) => inactive(c, archive)))
    .all(INACTIVITY_ROUTE, onlyMethods('POST'))
    .all(COMPARISON_ROUTE, onlyMethods('POST'))
  for (const prefix of ['/api', CLIENT_PATH])
    routes
      .get(prefix + ARCHIVE_COLUMNS_PATH, columns)
      .get(prefix + ARCHIVE_OVERVIEW_PATH, overviewWork(tellFacts))
      .post(prefix + ARCHIVE_OVERVIEW_PATH, overviewWork(answerOverview))
      .get(prefix + ARCHIVE_CONTACTS_PATH, contacts)
      .get(prefix + CALLER_NAMES_PATH, names)
      .get(prefix + ARCHIVE_DRIFT_PATH, drift)
      .get(prefix + ARCHIVE_PATH, summary)
      .delete(prefix + ARCHIVE_PATH, forget)
      .all(prefix + ARCHIVE_COLUMNS_PATH, onlyGet)
      .all(prefix + ARCHIVE_OVERVIEW_PATH, onlyMethods('GET, POST'))
      .all(prefix + ARCHIVE_CONTACTS_PATH, onlyGet)
      .all(prefix + CALLER_NAMES_PATH, onlyGet)
      .all(prefix + ARCHIVE_DRIFT_PATH, onlyGet)
      .all(prefix + ARCHIVE_PATH, onlyMethods('GET, DELETE'))
  return routes
}
