import { comparedDaysOf } from '#/analytics/compare.ts'
import { presetRange } from '#/analytics/period.ts'
import type { FirstReport } from '#/analytics/worker/report.ts'
import { findings, type Finding } from '#/analytics/judge/findings.ts'
import { dayNumber, type DayRange } from '#/contract/day.ts'
import type { ReportSettings } from '#/contract/delivery/reports.ts'
import { isWhole } from '#/api/pages.ts'
import { archiveAccount } from '#/server/archive/store/account-numbers.ts'
import type { DeliveryTools } from '#/server/delivery/tools.ts'
import { Failure } from '#/server/http/failure.ts'
import { readClientName, type LiveAsker } from '#/server/live/reading.ts'
import { dayIn } from '#/server/schedule/due.ts'
import { keptFrom } from '#/server/delivery/acting.ts'
import { Hopeless } from '#/server/schedule/scheduler.ts'
import type { StoredSession } from '#/server/session/store.ts'

/** What a mail says of some days, before it is put into words. */
export interface ReportFigures {
  readonly days: DayRange
  readonly comparedDays: DayRange | null
  readonly report: FirstReport
  readonly findings: readonly Finding[]
  /** Objects that contacts came through. */
  readonly objects: number
  /** Names of fields that must not be shown (G12). */
  readonly hidden: ReadonlySet<string>
  /** Some contacts could not be read. */
  readonly isWhole: boolean
  readonly clientName: string | null
  readonly objectTitle: string | null
  readonly by: string | null
}

const PERIOD_OF = { day: 'yesterday', week: 'last_week', month: 'last_month', minutes: 'yesterday' } as const

/** The last full day, week or month before a due time, by the clock of the schedule's zone. */
const daysOfReport = ({ timing, zone }: Pick<ReportSettings, 'timing' | 'zone'>, due: number): DayRange =>
  presetRange(PERIOD_OF[timing.every], dayIn(zone, due))

const allRead = async (
  { archive }: Pick<DeliveryTools, 'archive'>,
  { session, client, hidden, context }: LiveAsker,
  days: { readonly first: number; readonly last: number },
) => {
  const { reading, question } = archive!.ask({ session, client, faults: context.faults, hidden }, days)
  const cut = new Promise<never>((_, reject) => {
    context.signal.addEventListener('abort', () => reject(context.signal.reason), { once: true })
  })
  try {
    while (question.is === 'reading') await Promise.race([question.news.promise, cut])
  } finally {
    reading.leave(question)
  }
  const { error, shortfall } = await reading.state(question)
  if (question.is === 'failed') throw new Failure(error?.status ?? 503, error?.code ?? 'unknown_error')
  return shortfall === null || isWhole(shortfall.gaps)
}

/** @throws NotYet and Hopeless */
export const reportFigures = async (
  tools: Pick<DeliveryTools, 'archive' | 'access' | 'calls' | 'preferences' | 'now'>,
  session: StoredSession,
  settings: ReportSettings,
  due: number,
  signal: AbortSignal,
): Promise<ReportFigures> => {
  const { archive, access, calls, preferences, now } = tools
  if (archive === null) throw new Hopeless('archive_off')
  const { client, object } = settings
  const context = { signal, faults: new Set<never>() }
  try {
    const { hidden } = await access.check(calls, session, client, context)
    const asker: LiveAsker = { calls, session, client, hidden, context, now }
    const days = daysOfReport(settings, due)
    const comparedDays = comparedDaysOf(days, 'previous', {
      matchesWeekdays: false,
      today: dayIn(settings.zone, due),
    })
    const inDays = (range: DayRange) => ({ first: dayNumber(range.from), last: dayNumber(range.to) })
    const isAll = await allRead(tools, asker, inDays({ from: comparedDays?.from ?? days.from, to: days.to }))
    const { preferences: own } = await preferences.read(session.principal)
    const account = archiveAccount(session.account, client)
    const { report, objects } = await archive.count('report', {
      account,
      oid: object,
      hidden,
      asked: {
        filters: [],
        days: inDays(days),
        comparedDays: comparedDays && inDays(comparedDays),
        comparedMonths: null,
        bucket: 'day',
        won: own.won_statuses ?? [],
        countAs: own.count_as ?? [],
        now: null,
      },
    })
    const kept = object === null ? null : await archive.store.objects(account)
    return {
      days,
      comparedDays,
      report,
      // People and their numbers are for the screen.
      findings:
        hidden.has('source') || hidden.has('status') || hidden.has('target')
          ? []
          : findings({
              figures: report.figures,
              sources: report.tables.source.rows,
              notThrough: [],
              objects: [],
              today: days.to,
            }),
      objects,
      hidden,
      isWhole: isAll,
      clientName: client === null ? session.user.company_name : await readClientName(asker).catch(() => null),
      objectTitle: object === null ? null : objectTitleOf(kept?.objects ?? [], object),
      by: session.user.contact_name ?? session.user.email,
    }
  } catch (error) {
    throw keptFrom(error)
  }
}

const titleOf = (kept: unknown): { readonly oid: unknown; readonly title: string | null } => {
  if (typeof kept !== 'object' || kept === null || !('oid' in kept)) return { oid: null, title: null }
  const title = 'title' in kept && typeof kept.title === 'string' ? kept.title : null
  return { oid: kept.oid, title }
}

/** What an object is called in the list that is kept of them; its id where nobody says. */
export const objectTitleOf = (kept: readonly unknown[], object: string): string =>
  kept.map(titleOf).find(({ oid }) => oid === object)?.title ?? object
