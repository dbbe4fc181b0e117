import { LRUCache } from 'lru-cache'
import { readPages } from '#/api/pages.ts'
import type { AccountIssue } from '#/server/metrics/alerts/issues.ts'
import { evaluatorOf } from '#/server/metrics/alerts/rules.ts'
import { NORM_WEEKS } from '#/server/metrics/evaluation/inactivity.ts'
import { areReal } from '#/analytics/evaluation/significance.ts'
import type { AlertKind } from '#/contract/alerts/alert-kinds.ts'
import {
  CLIENT_ISSUES_PATH,
  clientIssuesQuestion,
  FRESH_HOURS,
  ISSUE_KINDS,
  ISSUES_MAX,
  type ClientIssue,
  type ClientIssuesAnswer,
  type ClientState,
} from '#/contract/archive/client-issues.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#/contract/day.ts'
import { isPathValue } from '#/contract/endpoint.ts'
import { objectsAnswer, type ObjRead } from '#/contract/object.ts'
import { callContext, readBody, requireSession, sendJson, type AppContext } from '#/server/http/exchange.ts'
import { failure } from '#/server/http/failure.ts'
import type { StoredSession } from '#/server/session/store.ts'
import type { CallContext } from '#/server/upstream/request.ts'
import { handledContacts } from '#/server/archive/evaluation/handled.ts'
import { ISSUE_WINDOW_MS, type FindIssuesCall } from '#/server/archive/evaluation/find-issues.ts'
import { plannedFor } from '#/server/archive/evaluation/planned.ts'
import type { Annotations } from '#/server/annotations/store.ts'
import type { MonthPlans } from '#/server/month-plans/store.ts'
import type { Archive } from './archive.ts'
import type { ClientToRead } from './reading/clients-reading.ts'
import { lastBegunDay, utcDay } from './reading/clock.ts'
import { accessTo, ofEach, type ClientComparisonAccess } from './client-comparison.ts'
import { archiveAccount } from '#/server/session/names.ts'
import type { SegmentDays } from './store/store.ts'

export const CLIENT_ISSUES_ROUTE = `/api${CLIENT_ISSUES_PATH}`

/** Older lists of objects say nothing reliable about remaining paid days. */
const OBJECTS_MS = 7 * DAY_MS
/** Silence needs today's contacts: older ones are read again. */
const TODAY_MS = 10 * MINUTE_MS
/** Clients not evaluated by then are answered with their last known issues; the next answer is current. */
const SOON_MS = 200
/** Time limit of a request for clients without known issues. */
const ANSWER_MS = 800
const FRESH_MS = FRESH_HOURS * HOUR_MS
const MOST_SESSIONS = 2_000

const listObjects = (
  { calls }: ClientComparisonAccess,
  session: StoredSession,
  client: string,
  faults: CallContext['faults'],
) =>
  readPages<ObjRead>({
    ask: async (page) => {
      const query: Record<string, string> = page > 1 ? { page: String(page) } : {}
      const context = { faults, signal: AbortSignal.timeout(MINUTE_MS) }
      const answer = await calls.call(
        session,
        { name: 'objects', values: {}, clientId: client, query },
        context,
      )
      const { success, data } = objectsAnswer.lenient.safeParse(answer)
      if (!success) throw failure('upstream_bad_response')
      return { records: data.objs, pagination: data.meta?.pagination ?? null }
    },
    keyOf: ({ oid }) => oid,
  })

const daysBefore = ({ now, oldestDay }: Archive): SegmentDays => ({
  first: Math.max(utcDay(now()) - 1 - 7 * NORM_WEEKS, oldestDay()),
  last: lastBegunDay(now()),
})

interface ClientIssuesOptions extends ClientComparisonAccess {
  readonly marks: Pick<Annotations, 'since'>
  readonly plans: Pick<MonthPlans, 'of'>
  readonly monotonic: () => number
}

interface ClientFound {
  readonly state: ClientState
  readonly issues: readonly (Omit<AccountIssue, 'chance'> & {
    readonly object: string | null
    readonly chance: number | null
  })[]
}

const BLANK = {
  oid: null,
  object: null,
  value: 0,
  of: null,
  usual: null,
  at: null,
  by: null,
  level: 0,
  cost: 0,
  chance: null,
} as const

const readingIssue = (asOf: number | null, now: number): ClientFound['issues'] => {
  if (asOf === null) return [{ ...BLANK, kind: 'not_read', key: 'not_read' }]
  if (now - asOf < FRESH_MS) return []
  return [
    {
      ...BLANK,
      kind: 'not_updated',
      key: 'not_updated',
      at: new Date(asOf).toISOString(),
      level: Math.floor((now - asOf) / DAY_MS),
    },
  ]
}

/** Costliest first. Changes that chance explains are dropped, tested over all clients together. */
const rankedIssues = (all: readonly ClientFound[]): ClientIssue[] => {
  const found = all.flatMap(({ state, issues }) =>
    issues.map((issue) => ({ ...issue, client: state.client })),
  )
  const tested = found.filter(({ chance }) => chance !== null)
  const real = new Set(
    areReal(tested.map(({ chance }) => chance)).flatMap((is, nth) => (is ? [tested[nth]!] : [])),
  )
  return found
    .filter((issue) => issue.chance === null || real.has(issue))
    .toSorted((a, b) => b.cost - a.cost || ISSUE_KINDS.indexOf(a.kind) - ISSUE_KINDS.indexOf(b.kind))
    .map(({ cost: _cost, chance: _chance, ...issue }) => issue)
}

/** What needs attention at an agency's clients, from stored contacts; missing days are read as in `clientComparison`. */
export const clientIssues = (options: ClientIssuesOptions) => {
  const evaluating = new Set<string>()
  const evaluatedSince = new LRUCache<string, true>({ max: MOST_SESSIONS })
  const evaluateLater = async (
    archive: Archive,
    idHash: string,
    late: readonly FindIssuesCall['question'][],
  ): Promise<void> => {
    if (evaluating.has(idHash)) return
    evaluating.add(idHash)
    try {
      for (const question of late) await archive.count('issues', question)
      evaluatedSince.set(idHash, true)
    } catch {
    } finally {
      evaluating.delete(idHash)
    }
  }
  return async (c: AppContext, archive: Archive): Promise<Response> => {
    const session = requireSession(c)
    const { clients, is_update: isUpdate } = await readBody(c, clientIssuesQuestion)
    if (!clients.every((client) => isPathValue('client_id', client))) throw failure('invalid_request')
    const { faults } = callContext(c)
    const now = archive.now()
    const span = daysBefore(archive)
    // The late ones of the last request are ready by now, so this request waits for all.
    const from = evaluatedSince.delete(session.idHash) ? Infinity : options.monotonic()
    const isAfter = (ms: number) => options.monotonic() > from + ms
    const late: FindIssuesCall['question'][] = []

    const answerOf = async (client: string): Promise<ClientFound[]> => {
      const allowed = await accessTo(options, c, client)
      if (!allowed) return []
      const { hidden } = allowed
      const account = archiveAccount(session.account, client)
      const isEvaluated = (kind: AlertKind) => !evaluatorOf(kind).needs.some((name) => hidden.has(name))
      const wanted: ClientToRead = {
        name: 'objects',
        reader: { session, client, faults, hidden },
        stretches: [span],
        isRetry: isUpdate,
        readMore: async () => {
          await listObjects(options, session, client, faults)
          await archive.objectsStored()
        },
      }
      // Before the store is read: a reading that has ended by now is included.
      const { isReading: wasReading } = archive.clients.progress(wanted)
      const [stored, handled, plans] = await Promise.all([
        archive.store.objects(account),
        handledContacts(options.marks, account, now - ISSUE_WINDOW_MS),
        plannedFor(options.plans, account, ALL_PLANS, hidden, now),
      ])
      const question: FindIssuesCall['question'] = {
        account,
        handled,
        plans,
        now,
        judged: {
          quiet: isEvaluated('silent'),
          missed_rate: isEvaluated('missed_rate'),
          waiting: isEvaluated('waiting'),
          plan_behind: isEvaluated('plan_behind'),
        },
      }
      const before = isAfter(SOON_MS) ? await archive.count('issues', { ...question, isKept: true }) : null
      const isLate = before !== null || isAfter(ANSWER_MS)
      if (isLate) late.push(question)
      const found = isLate ? before : await archive.count('issues', question)
      if (allowed.signal.aborted) return []
      const isListed = stored !== null && now - stored.readAt < OBJECTS_MS
      const isToday = found !== null && now - found.asOf < TODAY_MS
      if (!isLate && (isUpdate || !isListed || !isToday)) archive.clients.want(wanted)
      const { isReading, error } = archive.clients.progress(wanted)
      const asOf = found?.asOf ?? null
      return [
        {
          issues: [...(isLate ? [] : readingIssue(asOf, now)), ...(found?.issues ?? [])],
          state: {
            client,
            as_of: asOf === null ? null : new Date(asOf).toISOString(),
            is_reading: isLate || isReading || wasReading,
            error: error && { status: error.status, code: error.code },
            waiting: found?.waiting ?? null,
            ends: found?.ends ? { day: found.ends.day, days_left: found.ends.daysLeft } : null,
          },
        },
      ]
    }
    const all = await ofEach(clients, answerOf)
    if (late.length > 0) void evaluateLater(archive, session.idHash, late)
    const issues = rankedIssues(all)
    const answer: ClientIssuesAnswer = {
      issues: issues.slice(0, ISSUES_MAX),
      total: issues.length,
      clients: all.map(({ state }) => state),
    }
    return sendJson(c, answer)
  }
}

const ALL_PLANS = { kind: 'plan_behind', threshold: null, objects: null } as const
