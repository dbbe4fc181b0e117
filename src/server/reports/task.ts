import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { ReportedView, ReportSettings } from '#/contract/delivery/reports.ts'
import { agencyBrand } from '#/server/agency-logo/brand.ts'
import { sessionPerson } from '#/server/administration/log-book.ts'
import type { ReportTools } from './tools.ts'
import { runAsSession } from '#/server/delivery/run-as.ts'
import { sendToAll, type SendResult } from '#/server/delivery/to-all.ts'
import type { Mail } from '#/server/mail/mailer.ts'
import { dayIn } from '#/server/schedule/due.ts'
import type { RunContext, Task } from '#/server/schedule/scheduler.ts'
import { PermanentError, RetryableError } from '#/server/schedule/run-failures.ts'
import type { Schedule } from '#/server/schedule/schedules.ts'
import type { StoredSession } from '#/server/session/store.ts'
import { runInThread, type ThreadLimits } from '#/server/threads/run-in-thread.ts'
import { reportFigures, type ReportFigures } from './figures.ts'
import { reportSettingsOf } from './settings.ts'
import type { ContactFile, ContactFileJob } from './view/make-file.ts'
import { withoutPeople, type ShownFigures } from './without-people.ts'

const overviewAddress = (
  publicUrl: string,
  { client, object }: ReportSettings,
  { days }: Pick<ReportFigures, 'days'>,
): string => {
  const url = new URL('/overview', publicUrl)
  if (client !== null) url.searchParams.set('client', client)
  if (object !== null) url.searchParams.set('object', object)
  url.searchParams.set('date_from', days.from)
  url.searchParams.set('date_to', days.to)
  return url.href
}

type ReportRunContext = Pick<RunContext, 'due' | 'isLate' | 'signal' | 'once'>

type Sent<Run, Result> = (
  settings: ReportSettings,
  session: StoredSession,
  schedule: Schedule,
  run: Run,
) => Promise<Result>

/**
 * Mails each recipient.
 * @param mailOf makes one recipient's mail
 */
const mailRecipients = async (
  { mailer, mailStops, config }: ReportTools,
  settings: ReportSettings,
  schedule: Schedule,
  run: ReportRunContext,
  mailOf: (stop: string) => Pick<Mail, 'subject' | 'html' | 'text' | 'attachments'>,
) => {
  if (mailer === null) throw new PermanentError('no_mail')
  const stopped = await mailStops.of(schedule.id, settings.to)
  return sendToAll(run, settings.to, stopped, (to) => {
    const path = mailStops.linkOf({ schedule: schedule.id, to, language: settings.language })
    const stop = new URL(path, config.publicUrl).href
    return mailer({
      to,
      ...mailOf(stop),
      stop,
      id: createHash('sha256').update(`${schedule.id} ${run.due} ${to}`).digest('hex').slice(0, 32),
    })
  })
}

/**
 * The PDF as an attachment.
 * @returns the failure, for the mail and the run; null: no PDF here
 */
const printed = async (
  tools: ReportTools,
  session: StoredSession,
  shown: ShownFigures,
  settings: ReportSettings,
  signal: AbortSignal,
) => {
  const { printPage, now } = tools
  if (printPage === null) return null
  const context = { signal, faults: new Set<never>() }
  // The logo is optional.
  const brand = settings.client === null ? null : await agencyBrand(tools, session, context).catch(() => null)
  const [{ reportFileName, reportPage }, { labelOf }] = await Promise.all([
    import('./pdf/report-page.ts'),
    import('./mail-labels.ts'),
  ])
  const content = await printPage(reportPage(shown, settings, labelOf(settings), now(), brand), signal)
  return typeof content === 'string'
    ? content
    : { name: reportFileName(shown.figures, settings), type: 'application/pdf', content }
}

/** The overview's figures of the days before the due time. */
export const sendFigures =
  (
    tools: ReportTools,
  ): Sent<ReportRunContext, { readonly told: readonly SendResult[]; readonly no_pdf: string | null }> =>
  async (settings, session, schedule, run) => {
    const figures = await reportFigures(
      tools,
      session,
      settings,
      { due: run.due, today: dayIn(settings.zone, tools.now()) },
      run.signal,
    )
    const [{ mailLabels }, { mailHtml, mailText }] = await Promise.all([
      import('./mail-labels.ts'),
      import('./mail-html.ts'),
    ])
    const shown = withoutPeople(figures)
    const pdf = await printed(tools, session, shown, settings, run.signal)
    const isPrinted = pdf instanceof Object
    const labels = mailLabels(shown, settings, {
      at: tools.now(),
      isLate: run.isLate,
      pdf: pdf === null || isPrinted ? pdf : 'failed',
    })
    const { publicUrl } = tools.config
    const attachments = isPrinted ? [pdf] : []
    const results = await mailRecipients(tools, settings, schedule, run, (stop) => {
      const links = {
        open: overviewAddress(publicUrl, settings, figures),
        change: new URL('/alerts', publicUrl).href,
        stop,
      }
      return {
        subject: labels.subject,
        html: mailHtml(labels, links),
        text: mailText(labels, links),
        attachments,
      }
    })
    return { told: results, no_pdf: isPrinted ? null : pdf }
  }

const FILE_LIMITS: ThreadLimits = { ms: 60_000, megabytes: 512 }
const FILE_THREAD = join(import.meta.dirname, 'view/file-thread.ts')

/**
 * Writes a file in a thread.
 * @returns null: a limit was exceeded
 */
export const writeContactFile = (
  job: ContactFileJob,
  signal: AbortSignal,
  limits = FILE_LIMITS,
): Promise<ContactFile | null> => runInThread<ContactFile>(FILE_THREAD, job, signal, limits)

const sendView =
  (tools: ReportTools, wanted: ReportedView): Sent<RunContext, unknown> =>
  async (settings, session, schedule, run) => {
    const { audit, config, now } = tools
    const [{ readView }, { fileJob, viewMail }] = await Promise.all([
      import('./view/read-view.ts'),
      import('./view/view-labels.ts'),
    ])
    const read = await readView(tools, session, settings, wanted, run)
    const file =
      read.total === 0 ? null : await writeContactFile(fileJob(read, settings, wanted, now()), run.signal)
    const rows = file?.rows ?? 0
    if (rows > 0) {
      // Without an audit log entry there is no file.
      const what = { event: 'exported', what: 'contacts', format: wanted.format, rows } as const
      const who = { who: sessionPerson(session), client: settings.client, address: null, requestId: null }
      const note = async () => {
        if (!(await audit.note(what, who, true))) throw new RetryableError('storage_unavailable')
      }
      // Two entries are better than none.
      if (!(await run.once('audit', note))) await note()
    }
    const { publicUrl } = config
    const results = await mailRecipients(tools, settings, schedule, run, (stop) =>
      viewMail(read, settings, wanted, file, { publicUrl, stop, isLate: run.isLate }),
    )
    return { told: results, contacts: rows }
  }

/** Makes a due report once, and sends it to each recipient once. */
export const reportTask =
  (tools: ReportTools): Task =>
  async (schedule, run) => {
    const settings = reportSettingsOf(schedule)
    if (settings === null) throw new PermanentError('unreadable')
    if (tools.mailer === null) throw new PermanentError('no_mail')
    const session = await runAsSession(tools.offlineAccess, schedule.principal)
    const send = settings.view ? sendView(tools, settings.view) : sendFigures(tools)
    return send(settings, session, schedule, run)
  }
