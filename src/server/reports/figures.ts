import {
  FORECAST_FIELDS,
  forecastDays,
  type ForecastField,
  type MonthForecast,
} from '#/analytics/evaluation/forecast.ts'
import { comparedDaysOf, monthsBetween, usualComparison } from '#/analytics/compare.ts'
import { presetRange, toDays } from '#/analytics/period.ts'
import { monthShown } from '#/analytics/spend/month.ts'
import { plansCost } from '#/analytics/spend/planned-cost.ts'
import type { Changes, FirstReport, HeatCell, ReportTable } from '#/contract/figures/answers.ts'
import type { Days, Question, SpendRules } from '#/contract/figures/questions.ts'
import { FIGURES_ROWS_MAX } from '#/contract/figures/rows-max.ts'
import type { Preferences } from '#/contract/preferences.ts'
import type { CostsBefore } from '#/domain/costs/costs-before.ts'
import type { Costs } from '#/domain/costs/costs.ts'
import { findings, type Finding, type ObjectAtRisk } from '#/analytics/evaluation/findings.ts'
import { forecastExpiry } from '#/analytics/evaluation/expiry-forecast.ts'
import { dayNumber, daysIn, type DayRange } from '#/contract/day.ts'
import type { ReportSettings } from '#/contract/delivery/reports.ts'
import { obj, type ObjRead } from '#/contract/object.ts'
import type { ChartNote } from '#/contract/chart-notes/chart-notes.ts'
import { objectName } from '#/domain/cells/object-name.ts'
import type { Archive } from '#/server/archive/archive.ts'
import { missingOf } from '#/server/archive/reading/due.ts'
import { archiveAccount } from '#/server/session/names.ts'
import type { MonthPlans } from '#/server/month-plans/store.ts'
import { shareDays } from '#/server/metrics/figures/costs.ts'
import { reportQuestions, type AskReport } from './questions.ts'
import type { ReportTools } from './tools.ts'
import { Failure } from '#/server/http/failure.ts'
import { readClientName, type LiveReader } from '#/server/live/reading.ts'
import { dayIn } from '#/server/schedule/due.ts'
import { readInTime } from '#/server/delivery/run-as.ts'
import { RetryableError } from '#/server/schedule/run-failures.ts'
import type { StoredSession } from '#/server/session/store.ts'
import type { CallContext } from '#/server/upstream/request.ts'
import { notesAt } from '#/domain/notes-at.ts'
import { withoutNumbers } from '#/server/hidden-fields.ts'
import { withoutContactDetails } from '#/server/privacy-mode/masks.ts'
import type { ChartNotes } from '#/server/chart-notes/store.ts'

interface NotedPart {
  readonly client: string | null
  readonly object: string | null
  readonly days: DayRange
}

/** Chart notes of some days, newest first, without phone numbers and e-mails, since readers may have no account. */
const pinnedNotes = async (
  chartNotes: Pick<ChartNotes, 'of'>,
  { account }: Pick<StoredSession, 'account'>,
  { client, object, days }: NotedPart,
): Promise<readonly ChartNote[]> => {
  const notes = await chartNotes.of({ principal: account, client })
  return notesAt(notes, days, object).map((note) => ({
    ...note,
    text: withoutNumbers(withoutContactDetails(note.text)),
  }))
}

/** Parameters of the figures; the server adds aliases and won statuses. */
export interface FiguresRequest extends Pick<Question, 'filters' | 'bucket' | 'now'> {
  readonly client: string | null
  readonly object: string | null
  readonly days: DayRange
  readonly comparedDays: DayRange | null
  readonly comparedMonths: number | null
  readonly withNotes: boolean
  readonly withPlan: boolean
  /** Include spend and costs as of this day, `YYYY-MM-DD`; null: no. */
  readonly costsOn: string | null
  /** Include objects that stop soon, as of this `YYYY-MM-DD`; null: no. */
  readonly today: string | null
}

/** A month's plan and forecast as of the end of the report's days, or of now where they end today. */
interface ReportForecast {
  readonly field: ForecastField
  readonly month: string
  readonly planned: number
  readonly forecast: MonthForecast
}

export interface ReportFigures extends Omit<
  FiguresRequest,
  'client' | 'object' | 'withNotes' | 'withPlan' | 'costsOn' | 'today'
> {
  readonly report: FirstReport
  readonly sources: ReportTable
  readonly heat: readonly HeatCell[]
  readonly costs: Costs | null
  readonly costsBefore: CostsBefore | null
  readonly changes: Changes | null
  readonly findings: readonly Finding[]
  readonly objects: number
  readonly hidden: ReadonlySet<string>
  readonly unread: UnreadContacts | null
  readonly comparedUnread: UnreadContacts | null
  readonly notes: readonly ChartNote[]
  readonly titles: ReadonlyMap<string, string>
  readonly clientName: string | null
  readonly objectTitle: string | null
  readonly by: string | null
  readonly forecast?: ReportForecast | null
}

const PERIOD_OF = { day: 'yesterday', week: 'last_week', month: 'last_month', minutes: 'yesterday' } as const

/** The last complete day, week or month before a due time, by the schedule's zone. */
export const daysOfReport = (
  { timing, zone }: Pick<ReportSettings, 'timing' | 'zone'>,
  due: number,
): DayRange => presetRange(PERIOD_OF[timing.every], dayIn(zone, due))

type FigureTools = Pick<
  ReportTools,
  'archive' | 'access' | 'calls' | 'preferences' | 'chartNotes' | 'monthPlans' | 'workingHours' | 'now'
>

export interface UnreadContacts {
  readonly days: readonly DayRange[]
  readonly loaded: number
  readonly total: number
}

/**
 * Waits for the reading of some days.
 * @returns unread ones, or null
 * @throws Failure if some days were not tried
 */
export const unreadContacts = async (
  archive: Archive,
  { session, client, hidden, context }: LiveReader,
  days: { readonly first: number; readonly last: number },
) => {
  context.signal.throwIfAborted()
  const { reading, question } = archive.ask({ session, client, faults: context.faults, hidden }, days)
  const cut = new Promise<never>((_, reject) => {
    context.signal.addEventListener('abort', () => reject(context.signal.reason), { once: true })
  })
  // It may be aborted when nobody waits any more.
  cut.catch(() => undefined)
  try {
    while (question.is === 'reading') await Promise.race([question.news.promise, cut])
  } finally {
    reading.leave(question)
  }
  const { error, loaded, total, unread } = await reading.state(question)
  const map = await archive.store.map(archiveAccount(session.account, client), days)
  if (question.is === 'failed' && missingOf(map, days, archive.now()).size > 0)
    throw new Failure(error?.status ?? 503, error?.code ?? 'unknown_error')
  return unread.length === 0
    ? null
    : {
        days: unread.map(({ date_from, date_to }) => ({ from: date_from, to: date_to })),
        loaded,
        total: total ?? loaded,
      }
}

const readObject = (raw: unknown): ObjRead[] => {
  const parsed = obj.lenient.safeParse(raw)
  return parsed.success ? [parsed.data] : []
}

/** As the objects page; null: unknown status. */
const isActive = ({ status }: ObjRead) => status === null || status === '' || status === 'active'

const objectsAtRisk = (
  objects: readonly ObjRead[],
  byObject: ReadonlyMap<string | null, number>,
  days: DayRange,
  today: string,
): ObjectAtRisk[] =>
  objects.filter(isActive).map((object) => ({
    oid: object.oid,
    title: objectName(object),
    daily: (byObject.get(object.oid) ?? 0) / daysIn(days),
    // Past days: present silence is for alerts.
    inactivity: null,
    expiryForecast: forecastExpiry(object, today),
  }))

/** Spend and plan of the account, for the objects and the month of a report. */
const spendRules = async (
  monthPlans: Pick<MonthPlans, 'of'>,
  account: string,
  { spend = [] }: Preferences,
  { client, object, days, costsOn }: Pick<FiguresRequest, 'client' | 'object' | 'days' | 'costsOn'>,
  hidden: ReadonlySet<string>,
): Promise<SpendRules> => {
  const month = monthShown(days.to, costsOn ?? days.to)
  const plan = (await monthPlans.of(account)).find((one) => one.month === month && one.oid === object) ?? null
  return {
    saved: costsOn === null || hidden.has('source') ? [] : spend,
    client,
    object,
    plan: plan && hidden.has('target') ? { ...plan, target: null } : plan,
    share: 'unread',
  }
}

/**
 * Plan and forecast of the last month, evaluated as on the overview. Null: no visible plan, or missing days.
 * @param isRead whether some days are complete
 * @throws what both functions throw
 */
const reportForecast = async (
  ask: AskReport,
  {
    days,
    now,
    hidden,
  }: { readonly days: DayRange; readonly hidden: ReadonlySet<string> } & Pick<Question, 'now'>,
  { plan }: Pick<SpendRules, 'plan'>,
  isRead: (days: Days) => Promise<boolean>,
): Promise<ReportForecast | null> => {
  const field = FORECAST_FIELDS.find((one) => plan?.[one] != null)
  const planned = field === undefined ? null : (plan?.[field] ?? null)
  if (plan === null || field === undefined || planned === null || hidden.has('date')) return null
  const last = dayNumber(days.to)
  const today = now?.day === last ? last : last + 1
  const counted = forecastDays(plan.month, today)
  if (!(await isRead(counted))) return null
  const forecast = await ask('forecast', { filters: [], days: counted, today }, { days: counted })
  return forecast && { field, month: plan.month, planned, forecast: forecast.forecasts[field] }
}

/**
 * Figures of stored contacts, by the overview's functions.
 * @throws Failure of the service where the session may not read
 */
export const countedFigures = async (
  {
    archive,
    access,
    calls,
    preferences,
    chartNotes,
    monthPlans,
    workingHours,
    now,
  }: FigureTools & { readonly archive: Archive },
  session: StoredSession,
  { withNotes, withPlan, costsOn, today, ...requested }: FiguresRequest,
  context: CallContext,
): Promise<ReportFigures> => {
  const { client, object, days, comparedDays, filters, bucket, comparedMonths } = requested
  const { hidden } = await access.check(calls, session, client, context)
  const reader: LiveReader = { calls, session, client, hidden, context, now }
  const unread = await unreadContacts(archive, reader, toDays(days))
  const comparedUnread =
    comparedDays === null ? null : await unreadContacts(archive, reader, toDays(comparedDays))
  const isComplete = unread === null && comparedUnread === null
  const { preferences: chosen } = await preferences.read(session.principal)
  const { won_statuses: won = [], count_as: countAs = [] } = chosen
  const account = archiveAccount(session.account, client)
  const isRead = async (span: Days) => (await unreadContacts(archive, reader, span)) === null
  const rules = await spendRules(monthPlans, account, chosen, { client, object, days, costsOn }, hidden)
  const isPaid = costsOn !== null && unread === null
  const hasShare =
    isPaid && rules.saved.length > 0 && plansCost(rules.plan) && (await isRead(shareDays(dayNumber(costsOn))))
  const spend = { ...rules, share: hasShare ? ('read' as const) : ('unread' as const) }
  const weeks = await workingHours.weeks(account)
  const ask = reportQuestions(archive, reader, { object, won, countAs, workingHours: weeks, spend })
  const both = { days: toDays(days), comparedDays: comparedDays && toDays(comparedDays) }
  const compared = { filters, ...both, comparedMonths }
  const reportDays = { ...both, isComplete }
  const report = await ask('report', { ...compared, bucket }, reportDays)
  const { heat } = await ask('report_rest', { ...compared, bucket }, reportDays)
  const changes =
    comparedDays &&
    (await ask('changes', { ...compared, metric: 'contacts', by: null, isShared: true }, reportDays))
  const own = (by: 'source' | 'object') => filters.filter((filter) => filter.by !== by)
  const table = { limit: FIGURES_ROWS_MAX } as const
  const sources = await ask('table', { ...table, dimension: 'source', filters: own('source') }, both)
  const byObject = await ask('table', { ...table, dimension: 'object', filters: [] }, both)
  const { reportCosts, pricedRows } = await import('./report-costs.ts')
  const paid = await reportCosts(
    ask,
    { filters, days, comparedDays, costsOn: isPaid ? costsOn : null },
    countAs,
  )
  const stored = (await archive.store.objects(account))?.objects.flatMap(readObject) ?? []
  const objects = object === null ? stored : stored.filter(({ oid }) => oid === object)
  const contactsOf = new Map(byObject.rows.map((row) => [row.value, row.contacts]))
  // Names of people stay in the app. Advice needs complete data.
  const canEvaluate = isComplete && !hidden.has('source') && !hidden.has('status') && !hidden.has('target')
  return {
    ...requested,
    sources,
    heat,
    ...paid,
    // Incomplete days are not compared either.
    report: isComplete ? report : { ...report, compared: null, comparison: null },
    changes,
    findings: findings({
      figures: sources.whole,
      sources: canEvaluate ? pricedRows(sources, paid.costs) : [],
      planned: paid.costs?.planned ?? null,
      waiting: [],
      objects: today === null ? [] : objectsAtRisk(objects, contactsOf, days, today),
    }),
    objects: byObject.total,
    notes: withNotes ? await pinnedNotes(chartNotes, session, { client, object, days }) : [],
    titles: new Map(stored.map((one) => [one.oid, objectName(one)])),
    hidden,
    unread,
    comparedUnread,
    clientName: client === null ? session.user.company_name : await readClientName(reader),
    objectTitle: object === null ? null : objectTitleOf(stored, object),
    by: session.user.contact_name ?? session.user.email,
    ...(withPlan && {
      forecast: await reportForecast(ask, { days, now: requested.now, hidden }, spend, isRead),
    }),
  }
}

type FiguresSettings = Pick<ReportSettings, 'client' | 'object' | 'timing' | 'zone' | 'with_notes'>

/**
 * Figures of a due mail.
 * @param today as in {@link FiguresRequest}
 * @throws RetryableError
 */
export const reportFigures = async (
  tools: FigureTools,
  session: StoredSession,
  { client, object, timing, zone, with_notes: withNotes = false }: FiguresSettings,
  { due, today }: { readonly due: number; readonly today: string | null },
  signal: AbortSignal,
): Promise<ReportFigures> => {
  const { archive } = tools
  if (archive === null) throw new RetryableError('archive_unavailable')
  const days = daysOfReport({ timing, zone }, due)
  const dueDay = dayIn(zone, due)
  const by = usualComparison(days, dueDay)
  const comparedDays = comparedDaysOf(days, by, { matchesWeekdays: false, today: dueDay })
  const requested: FiguresRequest = {
    client,
    object,
    days,
    comparedDays,
    comparedMonths: monthsBetween(days, by),
    filters: [],
    bucket: 'day',
    now: null,
    withNotes,
    withPlan: true,
    // Recipients were chosen before mails could contain costs.
    costsOn: null,
    today,
  }
  return readInTime(signal, (inTime) => {
    const context: CallContext = { signal: inTime, faults: new Set<never>() }
    return countedFigures({ ...tools, archive }, session, requested, context)
  })
}

const titleOf = (stored: unknown): { readonly oid: unknown; readonly title: string | null } => {
  if (typeof stored !== 'object' || stored === null || !('oid' in stored)) return { oid: null, title: null }
  const title = 'title' in stored && typeof stored.title === 'string' ? stored.title : null
  return { oid: stored.oid, title }
}

/** A stored object's title, or its id. */
export const objectTitleOf = (stored: readonly unknown[], object: string): string =>
  stored.map(titleOf).find(({ oid }) => oid === object)?.title ?? object
