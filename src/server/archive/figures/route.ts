import { Hono } from 'hono'
import { plansCost } from '#/analytics/spend/planned-cost.ts'
import { monthShown } from '#/analytics/spend/month.ts'
import { dayText } from '#/contract/day.ts'
import type { FiguresName } from '#/contract/figures/answers.ts'
import type { SpendRules } from '#/contract/figures/questions.ts'
import type { ReadingState } from '#/contract/figures/reading.ts'
import { readPreferences } from '#/contract/preferences.ts'
import type { ArchiveAccess } from '#/server/accounts/access.ts'
import { checkedAccount } from '#/server/accounts/requested-account.ts'
import type { Archive } from '#/server/archive/archive.ts'
import {
  callContext,
  CLIENT_PATH,
  readBody,
  requireSession,
  sendJsonText,
  type AppContext,
  type AppEnv,
} from '#/server/http/exchange.ts'
import { masksOf, presentationOf } from '#/server/http/privacy-mode.ts'
import type { SessionCalls } from '#/server/upstream/session-calls.ts'
import type { MonthPlans } from '#/server/month-plans/store.ts'
import type { PreferencesStore } from '#/server/preferences/preferences.ts'
import { shareDays } from '#/server/metrics/figures/costs.ts'
import type { WorkingHoursStore } from '#/server/working-hours/store.ts'
import type { FollowedDays, FollowedReading } from './followed.ts'
import type { AccountFiguresQuestion } from './in-turn.ts'
import { figuresBody, figuresNames, readingBody, type FiguresQuestion } from './question.ts'
import { digestOf, hasAllContacts, readingStateOf, figuresState, type FiguresState } from './state.ts'

interface FiguresOptions {
  readonly access: ArchiveAccess
  readonly calls: SessionCalls
  readonly workingHours: Pick<WorkingHoursStore, 'weeks'>
  readonly preferences: Pick<PreferencesStore, 'rules'>
  readonly plans: Pick<MonthPlans, 'of'>
}
interface FiguresContext extends FiguresOptions {
  readonly archive: Archive
}

/** Larger than a report with thousands of filter values. */
const MOST_BYTES = 1024 * 1024
const WAIT_MS = 1_000
/** Where nothing is to be read, reading ends within so long: a page is told its end only. */
const SETTLE_MS = 100

const PATH = '/figures'
/** Questions about contacts of further days too. */
const ADDING: ReadonlySet<FiguresName> = new Set(['reached_later', 'costs', 'today'])
const READING = `${PATH}/reading`

/**
 * Resolves session, account and days.
 * @throws Failure of `access`, or `invalid_request` for the days
 */
const begin = async (
  c: AppContext,
  { archive, access, calls, workingHours, preferences, plans }: FiguresContext,
  { oid, days, comparedDays }: FollowedDays & { readonly oid: string | null },
) => {
  const { session, client, account, hidden, signal } = await checkedAccount({ access, calls }, c)
  const context = callContext(c)
  const [{ spend, ...chosen }, weeks, monthPlans] = await Promise.all([
    preferences.rules(session.principal),
    workingHours.weeks(account),
    plans.of(account),
  ])
  return {
    reader: { session, client, faults: context.faults, hidden },
    waiter: { account: session.account, person: session.principal },
    until: AbortSignal.any([signal, context.signal]),
    followed: {
      days: archive.requestedDays(days),
      comparedDays: comparedDays && archive.requestedDays(comparedDays),
    },
    seen: {
      account,
      oid,
      hidden,
      presentation: presentationOf(c),
      workingHours: weeks,
      chosen,
    },
    rules: digestOf([chosen, spend, weeks, monthPlans]),
    spent: { spend, monthPlans },
  }
}
type Begun = Awaited<ReturnType<typeof begin>>

/** What the account has entered of spend and plans, and whether the days of a plan's paid share are read. */
const spendRules = async (
  archive: Archive,
  { reader, seen, spent }: Begun,
  { name, question }: FiguresQuestion,
): Promise<SpendRules | null> => {
  if (name !== 'costs' && name !== 'today' && name !== 'forecast') return null
  const { days, today = days.last } = question
  const { client } = reader
  const object = seen.oid
  const saved = seen.hidden.has('source') ? [] : (readPreferences({ spend: spent.spend }).spend ?? [])
  const month = monthShown(dayText(days.last), dayText(today))
  const plan = spent.monthPlans.find((one) => one.month === month && one.oid === object) ?? null
  const rules = {
    saved,
    client,
    object,
    plan: plan && seen.hidden.has('target') ? { ...plan, target: null } : plan,
  }
  if (name === 'forecast' || saved.length === 0 || !plansCost(rules.plan))
    return { ...rules, share: 'unread' }
  const followed = { days: archive.requestedDays(shareDays(today)), comparedDays: null }
  const share = await figuresState(
    archive.store,
    { seen, rules: '' },
    archive.followed.join(reader, followed),
  )
  return { ...rules, share: hasAllContacts(share) ? 'read' : share.is === 'loading' ? 'reading' : 'unread' }
}

const count = async (
  c: AppContext,
  archive: Archive,
  { seen, followed, until: signal, waiter }: Begun,
  figuresState: FiguresState,
  { requested, spend }: Pick<AccountFiguresQuestion, 'requested' | 'spend'>,
  report: (done: number, all: number) => void = () => {},
) => {
  const { as_of: asOf } = figuresState.current
  const question: AccountFiguresQuestion = {
    ...seen,
    ...followed,
    // Until the last known contact, so that the comparison covers as many hours.
    until: asOf === null ? archive.now() : Math.min(Date.parse(asOf), archive.now()),
    isComplete: hasAllContacts(figuresState),
    requested,
    ...(spend && { spend }),
  }
  const counted = await archive.figures(question, { signal, waiter, tell: report })
  signal.throwIfAborted()
  const masks = masksOf(c)
  if (masks !== null) for (const name of counted.facts.maskedNames) masks.names(name)
  return { text: counted.text, state: readingStateOf(figuresState, counted.facts, seen.oid) }
}

const answerReading = async (
  c: AppContext,
  archive: Archive,
  begun: Begun,
  followedReading: FollowedReading,
): Promise<Response> => {
  const { followed, seen } = begun
  const known = await figuresState(archive.store, begun, followedReading)
  let preload = { done: 0, all: 0 }
  const counted = count(c, archive, begun, known, { requested: null }, (done, all) => {
    preload = { done, all }
  }).then(({ state }) => state)
  const slow = Promise.withResolvers<ReadingState>()
  const timer = setTimeout(() => {
    const nothing = {
      rows: [0, null],
      clocks: [],
      objectTitles: [],
      now: { day: followed.days.last, minute: 0, offset: null },
      maskedNames: [],
    } as const
    slow.resolve({
      ...readingStateOf(known, nothing, seen.oid),
      is: 'loading',
      version: `${known.version} ${preload.done}`,
      current: { loaded: preload.done, total: preload.all, unread: [followed.days] },
      compared: followed.comparedDays && { loaded: 0, total: null, unread: [followed.comparedDays] },
    })
  }, WAIT_MS)
  try {
    return await sendJsonText(c, JSON.stringify(await Promise.race([counted, slow.promise])))
  } finally {
    clearTimeout(timer)
    counted.catch(() => undefined)
  }
}

const reading = async (c: AppContext, context: FiguresContext): Promise<Response> => {
  const { archive } = context
  const { after, ...job } = await readBody(c, readingBody)
  const begun = await begin(c, context, job)
  const { reader, followed, until } = begun
  if (after === undefined) {
    const begunReading = archive.followed.begin(reader, followed, false)
    await archive.followed.wait(begunReading, SETTLE_MS, until)
    until.throwIfAborted()
    return answerReading(c, archive, begun, begunReading)
  }
  const followedReading = archive.followed.join(reader, followed)
  if ((await figuresState(archive.store, begun, followedReading)).version === after)
    await archive.followed.wait(followedReading, WAIT_MS, until)
  until.throwIfAborted()
  return answerReading(c, archive, begun, followedReading)
}

const retryReading = async (c: AppContext, context: FiguresContext): Promise<Response> => {
  const begun = await begin(c, context, await readBody(c, readingBody))
  const followedReading = context.archive.followed.begin(begun.reader, begun.followed, true)
  return answerReading(c, context.archive, begun, followedReading)
}

const stopReading = async (c: AppContext, context: FiguresContext): Promise<Response> => {
  const begun = await begin(c, context, await readBody(c, readingBody))
  return answerReading(c, context.archive, begun, context.archive.followed.stop(begun.reader, begun.followed))
}

const answerQuestion = async (
  c: AppContext,
  context: FiguresContext,
  name: FiguresName,
): Promise<Response> => {
  requireSession(c)
  const { archive } = context
  const { question, version, ...job } = await readBody(c, figuresBody(name), MOST_BYTES)
  const begun = await begin(c, context, job)
  const followedReading = archive.followed.join(begun.reader, begun.followed)
  if (version === undefined) await archive.followed.wait(followedReading, SETTLE_MS, begun.until)
  begun.until.throwIfAborted()
  const known = await figuresState(archive.store, begun, followedReading)
  const requested = { name, question } as FiguresQuestion
  // Contacts of the days that a question adds are not part of the version.
  if (version === known.version && !ADDING.has(name)) return sendJsonText(c, '{"unchanged":true}')
  const spend = await spendRules(archive, begun, requested)
  const { text, state } = await count(c, archive, begun, known, { requested, ...(spend && { spend }) })
  return sendJsonText(c, `{"state":${JSON.stringify(state)},"answer":${text}}`)
}

/**
 * `POST /api/figures/…`, also below a client's prefix: the progress of reading, and each question. POST,
 * since a question can hold a caller's number, which belongs in no address.
 */
export const figuresRoutes = (
  options: FiguresOptions,
  stored: (work: (archive: Archive) => Promise<Response>) => Promise<Response>,
): Hono<AppEnv> => {
  const routes = new Hono<AppEnv>()
  const add = (path: string, answer: (c: AppContext, context: FiguresContext) => Promise<Response>) => {
    for (const prefix of ['/api', CLIENT_PATH])
      routes.post(prefix + path, (c) => {
        return stored((archive) => answer(c, { ...options, archive }))
      })
  }
  add(READING, reading)
  add(`${READING}/retry`, retryReading)
  add(`${READING}/stop`, stopReading)
  for (const name of figuresNames) add(`${PATH}/${name}`, (c, context) => answerQuestion(c, context, name))
  return routes
}
