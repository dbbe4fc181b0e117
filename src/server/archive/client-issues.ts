import { setTimeout as pause } from 'node:timers/promises'
import { readPages } from '#/api/pages.ts'
import { NORM_WEEKS } from '#/server/metrics/evaluation/inactivity.ts'
import { areReal } from '#/analytics/evaluation/significance.ts'
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
import type { Access } from '#/server/accounts/access.ts'
import { callContext, readBody, requireSession, sendJson, type AppContext } from '#/server/http/exchange.ts'
import { failure } from '#/server/http/failure.ts'
import type { StoredSession } from '#/server/session/store.ts'
import type { CallContext } from '#/server/upstream/request.ts'
import type { FoundIssues } from '#/server/archive/evaluation/evaluate-account.ts'
import {
  evaluateIssues,
  issuesFor,
  knownIssues,
  type IssueSources,
  type KnownIssues,
} from '#/server/archive/evaluation/known-issues.ts'
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
const FRESH_MS = FRESH_HOURS * HOUR_MS

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

interface ClientIssuesOptions extends ClientComparisonAccess, Omit<IssueSources, 'archive'> {}

interface RankedClient {
  readonly state: ClientState
  readonly issues: FoundIssues['issues']
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

const readingIssue = (asOf: number | null, now: number): RankedClient['issues'] => {
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
const rankedIssues = (all: readonly RankedClient[]): ClientIssue[] => {
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

interface ClientRequest {
  readonly account: string
  readonly access: Access
  readonly wanted: ClientToRead
  readonly wasReading: boolean
}

/** What needs attention at an agency's clients, as stored; missing days are read as in `clientComparison`. */
export const clientIssues = (options: ClientIssuesOptions) => {
  const evaluating = new Set<string>()

  /** Evaluates what is outdated, even after the answer; an account's requests do it once. */
  const evaluate = async (
    sources: IssueSources,
    account: string,
    outdated: readonly KnownIssues[],
    onEvaluated: (one: KnownIssues, found: FoundIssues | null) => void,
  ): Promise<void> => {
    if (outdated.length === 0 || evaluating.has(account)) return
    evaluating.add(account)
    try {
      await ofEach(outdated, async (one) => {
        onEvaluated(one, await evaluateIssues(sources, one))
        return []
      })
    } finally {
      evaluating.delete(account)
    }
  }

  return async (c: AppContext, archive: Archive): Promise<Response> => {
    const session = requireSession(c)
    const { clients, is_update: isUpdate } = await readBody(c, clientIssuesQuestion)
    if (!clients.every((client) => isPathValue('client_id', client))) throw failure('invalid_request')
    const { faults } = callContext(c)
    const now = archive.now()
    const stretches = [daysBefore(archive)]
    const requested = await ofEach(clients, async (client): Promise<ClientRequest[]> => {
      const access = await accessTo(options, c, client)
      if (!access) return []
      const wanted: ClientToRead = {
        name: 'objects',
        reader: { session, client, faults, hidden: access.hidden },
        stretches,
        isRetry: isUpdate,
        readMore: async () => {
          await listObjects(options, session, client, faults)
          await archive.objectsStored()
        },
      }
      // Before the store is read: a reading that has ended by now is included.
      const { isReading: wasReading } = archive.clients.progress(wanted)
      return [{ account: archiveAccount(session.account, client), access, wanted, wasReading }]
    })

    const sources = { ...options, archive }
    const known = await knownIssues(
      sources,
      requested.map(({ account }) => account),
    )
    const current = new Map(known.flatMap((one) => (one.isCurrent ? [[one, one.found] as const] : [])))
    const neverFirst = ({ found }: KnownIssues) => (found === null ? 0 : 1)
    const outdated = known
      .filter(({ isCurrent }) => !isCurrent)
      .toSorted((a, b) => neverFirst(a) - neverFirst(b))
    const evaluated = evaluate(sources, session.account, outdated, (one, found) => current.set(one, found))
    evaluated.catch(() => undefined)
    await Promise.race([evaluated, pause(SOON_MS, undefined, { ref: false })])

    const answerOf = ({ access, wanted, wasReading }: ClientRequest, nth: number): RankedClient[] => {
      if (access.signal.aborted) return []
      const last = known[nth]!
      const isLate = !current.has(last)
      const all = current.get(last) ?? (isLate ? last.found : null)
      const found = all && issuesFor(all, access.hidden)
      const asOf = found?.asOf ?? null
      const isListed = last.objectsAt !== null && now - last.objectsAt < OBJECTS_MS
      const isToday = asOf !== null && now - asOf < TODAY_MS
      if (isUpdate || (!isLate && (!isListed || !isToday))) archive.clients.want(wanted)
      const { isReading, error } = archive.clients.progress(wanted)
      return [
        {
          // Of earlier issues only their own evaluation knows whether they are outdated.
          issues: [...(isLate && found ? [] : readingIssue(asOf, now)), ...(found?.issues ?? [])],
          state: {
            client: wanted.reader.client,
            as_of: asOf === null ? null : new Date(asOf).toISOString(),
            is_reading: isLate || isReading || wasReading,
            error: error && { status: error.status, code: error.code },
            waiting: found?.waiting ?? null,
            ends: found?.ends ? { day: found.ends.day, days_left: found.ends.daysLeft } : null,
          },
        },
      ]
    }
    const all = requested.flatMap(answerOf)
    const issues = rankedIssues(all)
    const answer: ClientIssuesAnswer = {
      issues: issues.slice(0, ISSUES_MAX),
      total: issues.length,
      clients: all.map(({ state }) => state),
    }
    return sendJson(c, answer)
  }
}
