import {
  CLIENT_COMPARISON_PATH,
  clientComparisonQuestion,
  type ArchiveClientComparison,
  type ComparedEvidence,
  type ComparedAccount,
  type ClientCounts,
} from '#/contract/archive/client-comparison.ts'
import { evidenceOf } from '#/analytics/evaluation/significance.ts'
import { dayNumber, dayText, type DayRange } from '#/contract/day.ts'
import { isPathValue } from '#/contract/endpoint.ts'
import { callContext, readBody, requireSession, sendJson, type AppContext } from '#/server/http/exchange.ts'
import { Failure, failure } from '#/server/http/failure.ts'
import type { SessionCalls } from '#/server/upstream/session-calls.ts'
import type { Access, ArchiveAccess } from '#/server/accounts/access.ts'
import type { Archive } from './archive.ts'
import type { ClientToRead, ClientProgress } from './reading/clients-reading.ts'
import { countSummed } from './counting/count-sums.ts'
import type { StretchCounts } from './counting/count-account.ts'
import { archiveAccount } from '#/server/session/names.ts'
import type { SegmentDays } from './store/store.ts'
import type { DayCounts } from './store/sums.ts'

export const COMPARISON_ROUTE = `/api${CLIENT_COMPARISON_PATH}`

/** Accounts checked with the API at a time: each check takes a request. */
const CHECKED_AT_ONCE = 4

interface Question {
  readonly period: SegmentDays
  readonly compared: { readonly current: SegmentDays; readonly previous: SegmentDays } | null
  readonly clients: readonly string[] | null
  readonly isUpdate: boolean
}

const questionOf = async (c: AppContext, { retentionDays, oldestDay }: Archive): Promise<Question> => {
  const { days, compared, clients, is_update: isUpdate } = await readBody(c, clientComparisonQuestion)
  if (!(clients ?? []).every((client) => isPathValue('client_id', client))) throw failure('invalid_request')
  const stretch = ({ from, to }: DayRange): SegmentDays => {
    const span = { first: dayNumber(from), last: dayNumber(to) }
    if (span.first > span.last || span.last - span.first >= retentionDays || span.first < oldestDay())
      throw failure('invalid_request')
    return span
  }
  const period = stretch(days)
  const named = { period, clients, isUpdate }
  if (compared === null) return { ...named, compared: null }
  const [current, previous] = [stretch(compared.current), stretch(compared.previous)]
  if (current.first < period.first || current.last > period.last) throw failure('invalid_request')
  return { ...named, compared: { current, previous } }
}

const countsOf = ({ is, counts }: StretchCounts): ClientCounts | null => (is === 'whole' ? counts : null)

/** Changes when figures of two past stretches may have changed; `counts` without hidden fields. */
const evidenceIn = (
  { first_time, target, statuses }: ClientCounts,
  days: NonNullable<Question['compared']>,
  current: readonly DayCounts[],
  previous: readonly DayCounts[],
): ComparedEvidence => {
  const of = (part: keyof DayCounts, whole: keyof DayCounts | null = null) => {
    const tallies = (byDay: readonly DayCounts[], { first }: SegmentDays) =>
      byDay.map((counts, nth) => ({
        day: first + nth,
        part: counts[part],
        whole: whole === null ? 1 : counts[whole],
      }))
    return evidenceOf(tallies(current, days.current), tallies(previous, days.previous), {
      isShare: whole !== null,
    })
  }
  return {
    contacts: of('contacts'),
    first_time: first_time === null ? null : of('first_time'),
    missed_rate: statuses === null ? null : of('missed', 'calls'),
    target_rate: target === null ? null : of('target', 'contacts'),
  }
}

const accountOf = (
  client: string | null,
  [period, current, previous]: readonly StretchCounts[],
  days: Question['compared'],
  { isReading, error, offset }: ClientProgress & Pick<ComparedAccount, 'offset'>,
): ComparedAccount => {
  const { is, asOf, missing, unread, counts, byDay } = period!
  const [now, before] = [current && countsOf(current), previous && countsOf(previous)]
  return {
    client,
    is,
    as_of: asOf === null ? null : new Date(asOf).toISOString(),
    missing: missing && { date_from: dayText(missing.first), date_to: dayText(missing.last) },
    unread: unread.map(({ first, last }) => ({ date_from: dayText(first), date_to: dayText(last) })),
    is_reading: isReading,
    error: error && { status: error.status, code: error.code },
    counts,
    offset,
    by_day: byDay && byDay.map(({ contacts }) => contacts),
    compared:
      now && before && days && current?.byDay && previous?.byDay
        ? { current: now, previous: before, evidence: evidenceIn(now, days, current.byDay, previous.byDay) }
        : null,
  }
}

/** @returns null: the session may no longer read the account, so it is left out */
export const accessTo = async (
  { access, calls }: ClientComparisonAccess,
  c: AppContext,
  client: string | null,
): Promise<Access | null> => {
  try {
    return await access.check(calls, requireSession(c), client, callContext(c))
  } catch (error) {
    if (error instanceof Failure && error.status === 403) return null
    throw error
  }
}

export const ofEach = async <A, T>(
  accounts: readonly A[],
  answerOf: (account: A) => Promise<readonly T[]>,
): Promise<T[]> => {
  const answers: T[] = []
  for (const client of accounts.slice(0, 1)) answers.push(...(await answerOf(client)))
  for (let at = 1; at < accounts.length; at += CHECKED_AT_ONCE)
    answers.push(...(await Promise.all(accounts.slice(at, at + CHECKED_AT_ONCE).map(answerOf))).flat())
  return answers
}

export interface ClientComparisonAccess {
  readonly access: ArchiveAccess
  readonly calls: SessionCalls
}

/** Whether reading would complete these days; days that failed have their own retry times. */
const isMissing = (counted: readonly StretchCounts[]) => counted.some(({ is }) => is !== 'whole')

/**
 * Figures of an agency's clients from stored contacts. Missing days of the named clients are read with the
 * requester's key, a few clients at a time; the answer says what is missing.
 */
export const clientComparison =
  (deps: ClientComparisonAccess) =>
  async (c: AppContext, archive: Archive): Promise<Response> => {
    const session = requireSession(c)
    const { period, compared, clients, isUpdate } = await questionOf(c, archive)
    const stretches = [period, ...(compared ? [compared.current, compared.previous] : [])]
    const read = [period, ...(compared ? [compared.previous] : [])]
    const wanted = clients ?? (await archive.accounts(session.account))
    const { faults } = callContext(c)

    const now = archive.now()
    const allowed = await ofEach(wanted, async (client) => {
      const access = await accessTo(deps, c, client)
      return access ? [{ client, account: archiveAccount(session.account, client), access }] : []
    })
    const hidden = new Map(allowed.map(({ account, access }) => [account, access.hidden]))
    const summed = await countSummed(archive.store, hidden, stretches, now)

    const answerOf = async ({ client, account, access }: (typeof allowed)[number]) => {
      const counted =
        summed.get(account) ??
        (await archive.count('account', { account, stretches, hidden: access.hidden, now }))
      const { offset: usual, isMixed } = counted[0]!
      const offset = isMixed ? (await archive.count('clocks', { account, now })).main : usual
      if (access.signal.aborted) return []
      if (client === null) return [accountOf(client, counted, compared, { ...NOT_READ, offset })]
      const days: ClientToRead = {
        name: 'figures',
        reader: { session, client, faults, hidden: access.hidden },
        stretches: read,
        isRetry: isUpdate,
      }
      if (clients !== null && (isUpdate || isMissing(counted))) archive.clients.want(days)
      const { isReading, error } = archive.clients.progress(days)
      return [
        accountOf(client, counted, compared, {
          isReading: isReading || (isMissing(counted) && archive.isReading(account)),
          error,
          offset,
        }),
      ]
    }
    const answer: ArchiveClientComparison = { accounts: await ofEach(allowed, answerOf) }
    return sendJson(c, answer)
  }

const NOT_READ: ClientProgress = { isReading: false, error: null }
