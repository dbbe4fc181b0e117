import { createHash } from 'node:crypto'
import type { ReportSettings } from '#/contract/delivery/reports.ts'
import type { DeliveryTools } from '#/server/delivery/tools.ts'
import { actingSession } from '#/server/delivery/acting.ts'
import { tellAll } from '#/server/delivery/to-all.ts'
import { Hopeless, type Task } from '#/server/schedule/scheduler.ts'
import { reportFigures, type ReportFigures } from './figures.ts'
import { reportSettingsOf } from './settings.ts'

/** Where the screen shows the same figures. */
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

/** What is done when a report is due: counted once, sent to each of its people once. */
export const reportTask =
  (tools: DeliveryTools): Task =>
  async (schedule, run) => {
    const { mailer, standing, mailStops, config } = tools
    const settings = reportSettingsOf(schedule)
    if (settings === null) throw new Hopeless('unreadable')
    if (mailer === null) throw new Hopeless('no_mail')
    const session = await actingSession(standing, schedule.principal)
    const figures = await reportFigures(tools, session, settings, run.due, run.signal)
    // Messages are loaded where somebody reads them.
    const [{ mailWords }, { mailHtml, mailText }] = await Promise.all([
      import('./mail-words.ts'),
      import('./mail-html.ts'),
    ])
    const words = mailWords(figures, settings, run.isLate)
    const stopped = await mailStops.of(schedule.id, settings.to)
    const told = await tellAll(run, settings.to, stopped, (to) => {
      const stop = mailStops.linkOf({ schedule: schedule.id, to, language: settings.language })
      const links = {
        open: overviewAddress(config.publicUrl, settings, figures),
        change: new URL('/alerts', config.publicUrl).href,
        stop: new URL(stop, config.publicUrl).href,
      }
      return mailer({
        to,
        subject: words.subject,
        html: mailHtml(words, links),
        text: mailText(words, links),
        stop: links.stop,
        id: createHash('sha256').update(`${schedule.id} ${run.due} ${to}`).digest('hex').slice(0, 32),
      })
    })
    return { told }
  }
