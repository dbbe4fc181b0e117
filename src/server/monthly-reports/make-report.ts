import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { randomUUID } from 'node:crypto'
import { DAY_MS, midnight, monthStart } from '#/contract/day.ts'
import type { AuditEvent } from '#/contract/administration/audit.ts'
import type { Timing } from '#/contract/delivery/timing.ts'
import type { ReportSettings } from '#/contract/delivery/reports.ts'
import {
  MONTHLY_LINK_DAYS,
  type MonthlyWay,
  type StartMonthlyBody,
} from '#/contract/monthly-reports/monthly-reports.ts'
import { agencyBrand, type AgencyBrand } from '#/server/agency-logo/brand.ts'
import { sessionPerson } from '#/server/administration/log-book.ts'
import type { SendResult } from '#/server/delivery/to-all.ts'
import { failure } from '#/server/http/failure.ts'
import { reportFigures } from '#/server/reports/figures.ts'
import { REPORT_KIND, reportSettingsOf } from '#/server/reports/settings.ts'
import { sendFigures } from '#/server/reports/task.ts'
import { withoutPeople } from '#/server/reports/without-people.ts'
import { offsetIn } from '#/server/schedule/due.ts'
import { RetryableError } from '#/server/schedule/run-failures.ts'
import type { Schedule } from '#/server/schedule/schedules.ts'
import type { StoredSession } from '#/server/session/store.ts'
import { shareFigures, type SharedReportTools } from '#/server/shared-reports/share-figures.ts'
import type { Made, MakeReport } from './jobs.ts'

const MONTHLY: Timing = { every: 'month', day: 1, at: '09:00' }

/** A moment in the following month in every zone, so that the report covers this month. */
const dueAfter = (month: string): number => midnight(monthStart(`${month}-01`, 1)) + 2 * DAY_MS

interface MailSchedule {
  readonly schedule: Schedule
  readonly settings: ReportSettings
}

/** Active schedules with figures of clients, by client, to those who have not unsubscribed. */
export const mailSchedules = async (
  { schedules, mailStops }: Pick<MonthlyTools, 'schedules' | 'mailStops'>,
  principal: string,
): Promise<ReadonlyMap<string, readonly MailSchedule[]>> => {
  const own = (await schedules.list(principal, REPORT_KIND)).map(async (schedule) => {
    const settings = reportSettingsOf(schedule)
    if (settings === null || settings.view || settings.client === null || schedule.paused !== null) return []
    const stopped = await mailStops.of(schedule.id, settings.to)
    const to = settings.to.filter((one) => !stopped.has(one))
    return to.length === 0 ? [] : [{ schedule, settings: { ...settings, to }, client: settings.client }]
  })
  return Map.groupBy((await Promise.all(own)).flat(), ({ client }) => client)
}

export interface MonthlyTools extends SharedReportTools {
  readonly isOpen: (idHash: string) => Promise<boolean>
}

/** Makes clients' reports with the access of the person who started the job. */
export const makeReportFor = (
  tools: MonthlyTools,
  session: StoredSession,
  { way, month, language, zone }: Pick<StartMonthlyBody, 'way' | 'month' | 'language' | 'zone'>,
): MakeReport => {
  const { audit, isOpen, now, printPage, schedules } = tools
  const due = dueAfter(month)

  const note = (client: string) => (what: AuditEvent) =>
    audit.note(what, { who: sessionPerson(session), client, address: null, requestId: null }, true)

  let brand: Promise<AgencyBrand | null> | null = null
  const brandOf = (signal: AbortSignal) =>
    (brand ??= agencyBrand(tools, session, { signal, faults: new Set<never>() }).catch((error: unknown) => {
      brand = null
      throw error
    }))

  const figuresOf = (client: string, signal: AbortSignal) =>
    reportFigures(
      tools,
      session,
      { client, object: null, timing: MONTHLY, zone },
      // The page is about its days, whenever it is read.
      { due, today: null },
      signal,
    )

  const link = async (client: string, signal: AbortSignal): Promise<Made> => {
    const figures = await figuresOf(client, signal)
    signal.throwIfAborted()
    // Plans are shared only if chosen.
    const answer = await shareFigures(
      tools,
      session,
      { ...figures, forecast: null },
      {
        client,
        page: { filters: [], language, offset: offsetIn(zone, now()) },
        lasts: MONTHLY_LINK_DAYS,
        brand: await brandOf(signal),
        note: note(client),
      },
    )
    return { link: answer.link }
  }

  const pdf = async (client: string, signal: AbortSignal, folder: string): Promise<Made> => {
    if (printPage === null) throw new RetryableError('no_pdf')
    const figures = await figuresOf(client, signal)
    const [{ reportFileName, reportPage }, { labelOf }] = await Promise.all([
      import('#/server/reports/pdf/report-page.ts'),
      import('#/server/reports/mail-labels.ts'),
    ])
    const label = labelOf({ timing: MONTHLY, language })
    const shown = withoutPeople(figures)
    const printed = await printPage(
      reportPage(shown, { language, zone }, label, now(), await brandOf(signal)),
      signal,
    )
    if (typeof printed === 'string') throw new RetryableError(`pdf_${printed}`)
    // Without an audit log entry there is no file.
    if (!(await note(client)({ event: 'exported', what: 'report', format: 'pdf', rows: null })))
      throw failure('storage_unavailable')
    const path = join(folder, `${randomUUID()}.pdf`)
    await writeFile(path, printed, { mode: 0o600 })
    return { file: { path, name: reportFileName(shown.figures, { client }), bytes: printed.length } }
  }

  /** Who has been mailed the month of an object in a language, by client. */
  const mailed = new Map<string, Set<string>>()
  const mail = async (client: string, signal: AbortSignal): Promise<Made> => {
    const own = (await mailSchedules(tools, session.principal)).get(client) ?? []
    if (own.length === 0) throw new RetryableError('no_recipients')
    const done = mailed.get(client) ?? new Set()
    mailed.set(client, done)
    const { mailer } = tools
    const failures: unknown[] = []
    for (const { schedule, settings } of own) {
      signal.throwIfAborted()
      const keyOf = (to: string) => JSON.stringify([settings.object, settings.language, to.toLowerCase()])
      const to = settings.to.filter((one) => !done.has(keyOf(one)))
      if (to.length === 0) continue
      const results: SendResult[] = []
      const send = sendFigures({
        ...tools,
        mailer:
          mailer &&
          (async (one) => {
            await mailer(one)
            done.add(keyOf(one.to))
            results.push({ to: one.to, is: 'sent', said: null })
          }),
      })
      const once = async (_step: string, work: () => Promise<unknown>) => {
        await work()
        return true
      }
      const run = { due, isLate: false, signal, once }
      try {
        const error: unknown = await send({ ...settings, to, timing: MONTHLY }, session, schedule, run).then(
          () => null,
          (thrown: unknown) => thrown,
        )
        const refusal = error instanceof RetryableError ? error : null
        if (results.length > 0) await schedules.note(schedule.id, now(), { told: results, month }, refusal)
        if (error !== null) throw error
      } catch (error) {
        failures.push(error)
      }
    }
    if (failures.length > 0) throw failures[0]
    return { sent: done.size }
  }

  const MAKERS = { links: link, pdf, mails: mail } as const satisfies Record<MonthlyWay, MakeReport>
  return async (client, signal, folder) => {
    // The job ends with its session.
    if (!(await isOpen(session.idHash))) throw failure('session_ended')
    return MAKERS[way](client, signal, folder)
  }
}
