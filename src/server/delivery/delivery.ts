import { join } from 'node:path'
import { Hono } from 'hono'
import { alertRoutes } from '#/server/alerts/routes.ts'
import { ALERT_KIND, alertTask } from '#/server/alerts/task.ts'
import { alertTryRoutes } from '#/server/alerts/try-routes.ts'
import { navBadgeRoutes } from '#/server/nav-badges/routes.ts'
import type { AppEnv, AppContext } from '#/server/http/exchange.ts'
import { createMailer } from '#/server/mail/mailer.ts'
import { errorEntry } from '#/server/log.ts'
import { createWebhooks } from '#/server/mail/webhook.ts'
import { createMonthlyJobs } from '#/server/monthly-reports/jobs.ts'
import { monthlyReportRoutes } from '#/server/monthly-reports/routes.ts'
import { createPrinter } from '#/server/reports/pdf/print-page.ts'
import { reportRoutes } from '#/server/reports/routes.ts'
import { REPORT_KIND } from '#/server/reports/settings.ts'
import { reportTask } from '#/server/reports/task.ts'
import { createScheduler, type Task } from '#/server/schedule/scheduler.ts'
import { sharedReportRoutes } from '#/server/shared-reports/routes.ts'
import { sharedPageRoutes } from '#/server/shared-reports/shared-page.ts'
import { offlineAccessRoutes } from '#/server/offline-access/routes.ts'
import { NOTICE_KIND, noticeOfPause, noticeTask } from '#/server/delivery/notices.ts'
import type { DeliveryOptions, DeliveryTools } from '#/server/delivery/tools.ts'
import type { HeaderSet } from '#/server/headers.ts'
import { STOP_PATH, type MailStops } from '#/server/mail/stops.ts'

/** `/mail/stop/…`: unsubscribes without signing in. Only a POST does it, since scanners of mail follow links with GET. */
const mailStopRoutes = (stops: MailStops, headers: HeaderSet): Hono<AppEnv> => {
  const answer = async (c: AppContext, isDone: boolean) => {
    c.set('route', `${STOP_PATH}/:token`)
    const mail = stops.read(c.req.param('token') ?? '')
    const { stopPage, STOP_STYLE_HASH } = await import('#/server/mail/stop-page.ts')
    for (const [name, value] of Object.entries(headers)) c.header(name, value)
    c.header(
      'Content-Security-Policy',
      `default-src 'none'; style-src 'sha256-${STOP_STYLE_HASH}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
    )
    c.header('Content-Type', 'text/html; charset=utf-8')
    c.header('X-Robots-Tag', 'noindex, nofollow')
    if (mail && isDone) await stops.stop(mail)
    return c.body(stopPage(mail?.language ?? 'en', mail?.to ?? null, isDone), mail ? 200 : 404)
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

const kindsOf = (tools: DeliveryTools): readonly (readonly [kind: string, task: Task])[] => [
  [REPORT_KIND, reportTask(tools)],
  [ALERT_KIND, alertTask({ ...tools, marks: tools.annotations })],
  [NOTICE_KIND, noticeTask(tools)],
]

export const createDelivery = (options: DeliveryOptions) => {
  const { config, schedules, standing, mailStops, logBook, headers, checkedFetch, log, now } = options
  const tools: DeliveryTools = {
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
  const scheduler = createScheduler({ schedules, tasks, onPause: noticeOfPause(tools), log, now })
  return {
    scheduler,
    monthlyJobs,
    routes: new Hono<AppEnv>()
      .route('/', offlineAccessRoutes(standing, schedules, logBook))
      .route('/', reportRoutes({ ...tools, hurry: scheduler.hurry }))
      .route('/', alertTryRoutes(tools))
      .route('/', alertRoutes({ ...options, marks: options.annotations }))
      .route('/', navBadgeRoutes({ ...options, marks: options.annotations }))
      .route('/', sharedReportRoutes(tools))
      .route('/', monthlyReportRoutes({ ...tools, jobs: monthlyJobs })),
    publicRoutes: new Hono<AppEnv>()
      .route('/', mailStopRoutes(mailStops, headers))
      .route('/', sharedPageRoutes({ ...options, ...config })),
  }
}
export type Delivery = ReturnType<typeof createDelivery>
