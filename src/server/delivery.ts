import { join } from 'node:path'
import { Hono } from 'hono'
import { alertRoutes } from './alerts/routes.ts'
import { ALERT_KIND, alertTask, scheduledAlert } from './alerts/task.ts'
import { alertTryRoutes } from './alerts/try-routes.ts'
import { navBadgeRoutes } from './nav-badges/routes.ts'
import type { AppEnv, AppContext } from './http/exchange.ts'
import { languageOf } from './document/language.ts'
import { createMailer } from './mail/mailer.ts'
import { errorEntry, type Log } from './log.ts'
import { createWebhooks } from './mail/webhook.ts'
import type { MonthlyTools } from './monthly-reports/make-report.ts'
import { createMonthlyJobs } from './monthly-reports/jobs.ts'
import { monthlyReportRoutes } from './monthly-reports/routes.ts'
import { createPrinter } from './reports/pdf/print-page.ts'
import { reportRoutes } from './reports/routes.ts'
import { REPORT_KIND, reportSettingsOf } from './reports/settings.ts'
import { reportTask } from './reports/task.ts'
import type { ReportTools } from './reports/tools.ts'
import { createScheduler, type Task } from './schedule/scheduler.ts'
import type { Schedule } from './schedule/schedules.ts'
import { sharedReportRoutes } from './shared-reports/routes.ts'
import { sharedPageRoutes } from './shared-reports/shared-page.ts'
import { offlineAccessRoutes } from './offline-access/routes.ts'
import { NOTICE_KIND, noticeOfPause, noticeTask, type Addressed } from './delivery/notices.ts'
import type { HeaderSet } from './headers.ts'
import { STOP_PATH, type MailStops } from './mail/stops.ts'
import type { Config } from './config/config.ts'
import type { Stores } from './stores.ts'
import type { UpstreamFetch } from './upstream/request.ts'

export interface DeliveryOptions
  extends Omit<MonthlyTools, 'mailer' | 'webhooks' | 'printPage'>, Pick<Stores, 'alerts'> {
  readonly config: Config
  readonly exports: { readonly folder: string }
  readonly headers: HeaderSet
  readonly checkedFetch: UpstreamFetch
  readonly log: Log
  readonly monotonic: () => number
}

/** `/mail/stop/…`: unsubscribes without signing in. Only a POST does it, since scanners of mail follow links with GET. */
const mailStopRoutes = (stops: MailStops, headers: HeaderSet): Hono<AppEnv> => {
  const answer = async (c: AppContext, isDone: boolean) => {
    const mail = stops.read(c.req.param('token') ?? '')
    const { stopPage, STOP_STYLE_HASH } = await import('./mail/stop-page.ts')
    for (const [name, value] of Object.entries(headers)) c.header(name, value)
    c.header(
      'Content-Security-Policy',
      `default-src 'none'; style-src 'sha256-${STOP_STYLE_HASH}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
    )
    c.header('Content-Type', 'text/html; charset=utf-8')
    c.header('X-Robots-Tag', 'noindex, nofollow')
    if (mail && isDone) await stops.stop(mail)
    const language = mail?.language ?? languageOf(c.req.raw.headers)
    return c.body(stopPage(language, mail?.to ?? null, isDone), mail ? 200 : 404)
  }
  return new Hono<AppEnv>()
    .get(`${STOP_PATH}/:token`, (c) => answer(c, false))
    .post(`${STOP_PATH}/:token`, (c) => answer(c, true))
}

/*
 * Scheduled sending: combines the scheduler, mail, webhooks and offline access. A new kind is a line in
 * `kindsOf` and its routes a line in `routes`. See schedule/scheduler.ts, mail/mailer.ts, mail/stops.ts,
 * mail/webhook.ts, offline-access/offline-access.ts.
 */

/** Reports read for minutes: alerts must not wait for them. */
const REPORTS_AT_ONCE = 2

const kindsOf = (
  tools: ReportTools & Pick<Stores, 'alerts'>,
): readonly (readonly [kind: string, task: Task])[] => [
  [REPORT_KIND, reportTask(tools)],
  [ALERT_KIND, alertTask({ ...tools, annotations: tools.annotations })],
  [NOTICE_KIND, noticeTask(tools)],
]

/** Whom the notice of a paused schedule concerns. */
const addressedOf =
  ({ alerts }: Pick<Stores, 'alerts'>) =>
  async (schedule: Schedule): Promise<Addressed | null> => {
    if (schedule.kind === REPORT_KIND) return reportSettingsOf(schedule)
    const what = schedule.kind === ALERT_KIND ? scheduledAlert.safeParse(schedule.what).data : undefined
    return what === undefined ? null : alerts.find(what.account, what.alert)
  }

export const createDelivery = (options: DeliveryOptions) => {
  const { config, schedules, offlineAccess, mailStops, logBook, headers, checkedFetch, log, now } = options
  const tools = {
    ...options,
    mailer: createMailer(config.mail),
    webhooks: createWebhooks({ hosts: config.webhookHosts, checkedFetch, now }),
    printPage: createPrinter(config.chromium, log),
  }
  const monthlyJobs = createMonthlyJobs({
    folder: join(options.exports.folder, 'monthly'),
    now,
    onDefect: (error) => log(errorEntry(error, null)),
  })
  const tasks = new Map<string, Task>(kindsOf(tools))
  const scheduler = createScheduler({
    schedules,
    tasks,
    mostAtOnce: new Map([[REPORT_KIND, REPORTS_AT_ONCE]]),
    onPause: noticeOfPause({ ...tools, addressedOf: addressedOf(options) }),
    log,
    now,
  })
  return {
    scheduler,
    monthlyJobs,
    routes: new Hono<AppEnv>()
      .route('/', offlineAccessRoutes(offlineAccess, schedules, logBook))
      .route('/', reportRoutes({ ...tools, hurry: scheduler.hurry }))
      .route('/', alertTryRoutes(tools))
      .route('/', alertRoutes(options))
      .route('/', navBadgeRoutes({ ...options, plans: options.monthPlans }))
      .route('/', sharedReportRoutes(tools))
      .route('/', monthlyReportRoutes({ ...tools, jobs: monthlyJobs })),
    publicRoutes: new Hono<AppEnv>()
      .route('/', mailStopRoutes(mailStops, headers))
      .route('/', sharedPageRoutes({ ...options, ...config })),
  }
}
export type Delivery = ReturnType<typeof createDelivery>
