import { Hono } from 'hono'
import {
  REPORT_PDF_PATH,
  reportPdfBody,
  shareBody,
  type ReportPdfAnswer,
  type ShareBody,
  type SharedLinks,
} from '#/contract/shared-reports/shared-reports.ts'
import type { Bucket } from '#/contract/figures/questions.ts'
import { daysIn, momentAt, type DayRange } from '#/contract/day.ts'
import { agencyBrand } from '#/server/agency-logo/brand.ts'
import type { Archive } from '#/server/archive/archive.ts'
import {
  callContext,
  CLIENT_PATH,
  clientInPath,
  readBody,
  requireRight,
  requireSession,
  sendJson,
  type AppContext,
  type AppEnv,
} from '#/server/http/exchange.ts'
import { Failure, failure } from '#/server/http/failure.ts'
import { refuseInPrivacyMode } from '#/server/http/privacy-mode.ts'
import { countedFigures } from '#/server/reports/figures.ts'
import type { StoredSession } from '#/server/session/store.ts'
import { shareFigures, type SharedReportTools } from './share-figures.ts'

/** The overview's days are stored already; others must be read within this time. */
const READ_MS = 60_000

const OWN = '/api/snapshots'
const OF_CLIENT = `${CLIENT_PATH}/snapshots`
const ONE = `${OWN}/:id`

const ROWS = 31
const WEEK = 7

const bucketForPage = (days: DayRange): Bucket => {
  const count = daysIn(days)
  return count <= ROWS ? 'day' : count <= ROWS * WEEK ? 'week' : 'month'
}

/** `/api/snapshots…`, also below a client's prefix. */
export const sharedReportRoutes = (options: SharedReportTools): Hono<AppEnv> => {
  const { sharedReports, archive, logBook, now, printPage } = options

  /** Requires a person's own session: kiosks and frames may not share. */
  const personOf = (session: StoredSession): StoredSession => {
    if (session.kiosk !== null || session.frame !== null) throw failure('access_denied')
    return session
  }

  const list = async (c: AppContext) => {
    // An account may withdraw its links also of a client that it has lost.
    const { account } = requireSession(c)
    const answer: SharedLinks = { snapshots: await sharedReports.list(account) }
    return sendJson(c, answer)
  }

  /** @throws Failure 400 by field */
  const checkStored = (
    { days, compared_days }: Pick<ShareBody, 'days' | 'compared_days'>,
    stored: Archive,
  ) => {
    try {
      for (const each of [days, compared_days])
        if (each !== null) stored.daysOf({ date_from: each.from, date_to: each.to })
    } catch (error) {
      if (error instanceof Failure) throw new Failure(400, { days: 'not_kept' })
      throw error
    }
  }

  /**
   * The page's current figures.
   * @throws Failure
   */
  const figuresOf = async (
    c: AppContext,
    session: StoredSession,
    client: string | null,
    body: Omit<ShareBody, 'expires'>,
  ) => {
    if (archive === null) throw failure('archive_unavailable')
    checkStored(body, archive)
    const context = callContext(c)
    const signal = AbortSignal.any([context.signal, AbortSignal.timeout(READ_MS)])
    const { object, days, filters, with_notes: withNotes = false, with_plan: withPlan = false } = body
    const costsOn = body.with_costs === true ? momentAt(now(), body.offset).day : null
    return countedFigures(
      { ...options, archive },
      session,
      {
        client,
        object,
        days,
        comparedDays: body.compared_days,
        comparedMonths: body.compared_months,
        filters,
        bucket: bucketForPage(days),
        now: body.now,
        withNotes,
        // Plans apply to unfiltered contacts.
        withPlan: withPlan && filters.length === 0,
        costsOn,
        // The page is about its days, whenever it is read.
        today: null,
      },
      { ...context, signal },
    ).catch((error: unknown) => {
      if (signal.aborted && !context.signal.aborted) throw failure('upstream_timeout', { cause: error })
      throw error
    })
  }

  const share = async (c: AppContext) => {
    const session = personOf(requireRight(c, 'export'))
    const client = clientInPath(c)
    // Presentation mode is masked, so nothing permanent is made of it.
    refuseInPrivacyMode(c)
    const body = await readBody(c, shareBody)
    const figures = await figuresOf(c, session, client, body)
    const answer = await shareFigures(options, session, figures, {
      client,
      page: body,
      lasts: body.expires,
      brand: client === null ? null : await agencyBrand(options, session, callContext(c)),
      note: (what) => logBook.note(c, what, { client, must: true }),
    })
    return sendJson(c, answer)
  }

  const print = async (c: AppContext) => {
    const session = personOf(requireRight(c, 'export'))
    const client = clientInPath(c)
    refuseInPrivacyMode(c)
    if (printPage === null) throw failure('not_found')
    const body = await readBody(c, reportPdfBody)
    const figures = await figuresOf(c, session, client, body)
    const [{ printedPage }, { reportFileName }] = await Promise.all([
      import('./printed-page.ts'),
      import('#/server/reports/pdf/report-page.ts'),
    ])
    const brand = client === null ? null : await agencyBrand(options, session, callContext(c))
    const pdf = await printPage(printedPage(figures, body, { now: now(), brand }), c.req.raw.signal)
    if (typeof pdf === 'string') throw new Failure(503, { pdf })
    // Without an audit log entry there is no file.
    const what = { event: 'exported', what: 'report', format: 'pdf', rows: null } as const
    if (!(await logBook.note(c, what, { client, must: true }))) throw failure('storage_unavailable')
    const answer: ReportPdfAnswer = {
      file_name: reportFileName(figures, { client }),
      pdf: Buffer.from(pdf).toString('base64'),
    }
    return sendJson(c, answer)
  }

  const withdraw = async (c: AppContext) => {
    const { account } = personOf(requireSession(c))
    const withdrawn = await sharedReports.withdraw(account, c.req.param('id') ?? '')
    // Foreign or expired: the answer is the same.
    if (withdrawn === undefined) throw failure('not_found')
    await logBook.note(c, { event: 'snapshot_withdrawn' }, withdrawn)
    return list(c)
  }

  const restore = async (c: AppContext) => {
    const { account } = personOf(requireRight(c, 'export'))
    const restored = await sharedReports.restore(account, c.req.param('id') ?? '')
    if (restored === undefined) throw failure('not_found')
    await logBook.note(c, { event: 'snapshot_restored' }, restored)
    return list(c)
  }

  return new Hono<AppEnv>()
    .get(OWN, list)
    .post(OWN, share)
    .post(OF_CLIENT, share)
    .post(`/api${REPORT_PDF_PATH}`, print)
    .post(CLIENT_PATH + REPORT_PDF_PATH, print)
    .delete(ONE, withdraw)
    .post(`${ONE}/restore`, restore)
}
