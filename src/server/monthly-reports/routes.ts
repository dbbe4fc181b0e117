import { daysOfMonth } from '#/analytics/spend/month.ts'
import { Hono } from 'hono'
import {
  MONTHLY_REPORTS_PATH,
  monthQuestion,
  retryMonthlyBody,
  startMonthlyBody,
  type MonthlyAnswer,
  type MadeReport,
} from '#/contract/monthly-reports/monthly-reports.ts'
import {
  callContext,
  readBody,
  readQuery,
  requireRight,
  sendJson,
  setHeaders,
  type AppContext,
  type AppEnv,
} from '#/server/http/exchange.ts'
import { Failure, failure } from '#/server/http/failure.ts'
import { refuseInPrivacyMode } from '#/server/http/privacy-mode.ts'
import { dayIn, isZone } from '#/server/schedule/due.ts'
import type { StoredSession } from '#/server/session/store.ts'
import type { MonthlyJobs, MonthlyFile } from '#/server/monthly-reports/jobs.ts'
import { mailSchedules, makeReportFor, type MonthlyTools } from '#/server/monthly-reports/make-report.ts'
import { daysOfReport } from '#/server/reports/figures.ts'
import { REPORT_KIND, reportSettingsOf } from '#/server/reports/settings.ts'
import { readFile } from 'node:fs/promises'
import { Zip, ZipPassThrough } from 'fflate'

/** Clients may have equal names. */
const distinct = (files: readonly MonthlyFile[]) => {
  const seen = new Map<string, number>()
  return files.map((file) => {
    const nth = (seen.get(file.name) ?? 0) + 1
    seen.set(file.name, nth)
    return nth === 1 ? file : { ...file, name: file.name.replace(/(?=\.pdf$)/, `-${nth}`) }
  })
}

/** Streams files into a ZIP, one in memory at a time, uncompressed since PDFs are. Missing files are skipped. */
const zipOf = (files: readonly MonthlyFile[]): ReadableStream<Uint8Array> => {
  const waiting = distinct(files)
  let zip: Zip
  return new ReadableStream<Uint8Array>({
    start: (controller) => {
      zip = new Zip((error, part, isLast) => {
        if (error) return controller.error(error)
        controller.enqueue(part)
        if (isLast) controller.close()
      })
    },
    pull: async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const bytes = await readFile(next.path).catch(() => null)
        if (bytes === null) continue
        const entry = new ZipPassThrough(next.name)
        zip.add(entry)
        entry.push(bytes, true)
        return
      }
      zip.end()
    },
  })
}

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
const madeBefore = async (
  { schedules, sharedReports }: Pick<MonthlyTools, 'schedules' | 'sharedReports'>,
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
  const links = (await sharedReports.list(account)).flatMap(
    ({ client, date_from, date_to, object_title, made }) =>
      client !== null && object_title === null && date_from === from && date_to === to
        ? [{ client, at: made, people: null }]
        : [],
  )
  return [...mails, ...links].toSorted((a, b) => b.at.localeCompare(a.at))
}

const OWN = `/api${MONTHLY_REPORTS_PATH}`
const BODY_MAX_BYTES = 256 * 1024

export interface MonthlyRoutesOptions extends MonthlyTools {
  readonly jobs: MonthlyJobs
}

/** `/api/monthly-reports…`, for agency managers with the right `export`. */
export const monthlyReportRoutes = (tools: MonthlyRoutesOptions): Hono<AppEnv> => {
  const { archive, calls, jobs, mailer, now, printPage } = tools

  /** @throws Failure `access_denied` for others, and for kiosks and frames */
  const managerOf = (c: AppContext): StoredSession => {
    const session = requireRight(c, 'export')
    if (session.kiosk !== null || session.frame !== null || !session.user.is_agency_manager)
      throw failure('access_denied')
    return session
  }
  /** @throws Failure `client_forbidden` for a foreign client */
  const checkOwn = async (c: AppContext, session: StoredSession, clients: readonly string[]) => {
    for (const client of clients) await calls.access(session, client, callContext(c))
  }

  const answer = async (c: AppContext, session: StoredSession, month: string) => {
    const job = jobs.jobOf(session.principal)
    const recipients = await mailSchedules(tools, session.principal)
    const body: MonthlyAnswer = {
      job,
      makes_pdf: printPage !== null,
      sends_mail: mailer !== null,
      recipients: [...recipients].map(([client, own]) => ({
        client,
        to: [...new Set(own.flatMap(({ settings }) => settings.to))],
      })),
      made: await madeBefore(tools, session, month),
    }
    return sendJson(c, body)
  }

  const read = async (c: AppContext) => {
    const session = managerOf(c)
    return answer(c, session, readQuery(c, monthQuestion).month)
  }

  const start = async (c: AppContext) => {
    const session = managerOf(c)
    refuseInPrivacyMode(c)
    const body = await readBody(c, startMonthlyBody, BODY_MAX_BYTES)
    const { way, month, clients, zone } = body
    if (!isZone(zone)) throw failure('invalid_request')
    if (archive === null) throw failure('archive_unavailable')
    if (way === 'pdf' && printPage === null) throw new Failure(400, { way: 'no_pdf' })
    if (way === 'mails' && mailer === null) throw new Failure(400, { way: 'no_mail' })
    const { from, to } = daysOfMonth(month)
    if (dayIn(zone, now()) <= to) throw new Failure(400, { month: 'not_over' })
    try {
      archive.daysOf({ date_from: from, date_to: to })
    } catch {
      throw new Failure(400, { month: 'not_kept' })
    }
    await checkOwn(c, session, clients)
    jobs.start(session, body, makeReportFor(tools, session, body))
    return answer(c, session, month)
  }

  const cancel = async (c: AppContext) => {
    const session = managerOf(c)
    return answer(c, session, jobs.cancel(session.principal).month)
  }

  const retry = async (c: AppContext) => {
    const session = managerOf(c)
    refuseInPrivacyMode(c)
    const { clients } = await readBody(c, retryMonthlyBody, BODY_MAX_BYTES)
    await checkOwn(c, session, clients)
    return answer(c, session, jobs.retry(session.principal, clients).month)
  }

  const forget = (c: AppContext) => {
    const session = managerOf(c)
    jobs.forget(session.principal)
    return c.body(null, 204)
  }

  const file = async (c: AppContext) => {
    const session = managerOf(c)
    refuseInPrivacyMode(c)
    const { month, files } = jobs.files(session.principal)
    await checkOwn(
      c,
      session,
      files.map(({ client }) => client),
    )
    setHeaders(c, {
      'Content-Type': 'application/zip',
      'Content-Disposition': `attachment; filename="callboard-reports-${month}.zip"`,
    })
    return c.body(zipOf(files))
  }

  return new Hono<AppEnv>()
    .get(OWN, read)
    .post(OWN, start)
    .delete(OWN, forget)
    .post(`${OWN}/cancel`, cancel)
    .post(`${OWN}/retry`, retry)
    .get(`${OWN}/file`, file)
}
