import {
  archiveRollUpQuestion,
  type ArchiveRollUp,
  type RolledUpAccount,
  type RolledUpCounts,
} from '#/contract/archive/roll-up.ts'
import { dayNumber, dayText } from '#/contract/day.ts'
import { isPathValue } from '#/contract/endpoint.ts'
import { callContext, requireSession, sendJson, type AppContext } from '#/server/http/exchange.ts'
import { Failure, failure } from '#/server/http/failure.ts'
import type { SessionCalls } from '#/server/upstream/session-calls.ts'
import type { Access, ArchiveAccess } from './access.ts'
import type { Archive } from './archive.ts'
import type { StretchCounts } from './counting/count-account.ts'
import { archiveAccount } from './store/account-numbers.ts'
import type { SegmentDays } from './store/store.ts'

export const ARCHIVE_ROLL_UP_PATH = '/api/archive/roll-up'

/** Accounts that are checked at a time, where each takes a request. */
const CHECKED_AT_ONCE = 4

interface Question {
  readonly period: SegmentDays
  /** As many of the period's first days, and those that they are compared with. */
  readonly compared: { readonly current: SegmentDays; readonly previous: SegmentDays } | null
  readonly clients: readonly string[] | null
}

/** @throws Failure `invalid_request` */
const questionOf = (c: AppContext, { daysKept, oldestDay }: Archive): Question => {
  const query = new URL(c.req.url).searchParams
  const clients = query.getAll('client')
  const parsed = archiveRollUpQuestion.safeParse({
    ...Object.fromEntries(query),
    ...(clients.length > 0 ? { client: clients } : {}),
  })
  if (!parsed.success || !clients.every((client) => isPathValue('client_id', client)))
    throw failure('invalid_request')
  const { date_from, date_to, compare_from, compare_to } = parsed.data
  const stretch = (from: string, to: string): SegmentDays => {
    const days = { first: dayNumber(from), last: dayNumber(to) }
    if (days.first > days.last || days.last - days.first >= daysKept || days.first < oldestDay())
      throw failure('invalid_request')
    return days
  }
  const period = stretch(date_from, date_to)
  if ((compare_from === undefined) !== (compare_to === undefined)) throw failure('invalid_request')
  const named = { period, clients: clients.length > 0 ? clients : null }
  if (compare_from === undefined || compare_to === undefined) return { ...named, compared: null }
  const previous = stretch(compare_from, compare_to)
  const current = { first: period.first, last: period.first + previous.last - previous.first }
  if (current.last > period.last) throw failure('invalid_request')
  return { ...named, compared: { current, previous } }
}

const countsOf = ({ is, counts }: StretchCounts): RolledUpCounts | null => (is === 'whole' ? counts : null)

const accountOf = (
  client: string | null,
  [period, current, previous]: readonly StretchCounts[],
  isReading: boolean,
): RolledUpAccount => {
  const { is, asOf, missing, counts, offset, byDay } = period!
  const [now, before] = [current && countsOf(current), previous && countsOf(previous)]
  return {
    client,
    is,
    as_of: asOf === null ? null : new Date(asOf).toISOString(),
    missing: missing && { date_from: dayText(missing.first), date_to: dayText(missing.last) },
    is_reading: isReading,
    counts,
    offset,
    by_day: byDay === null ? null : [...byDay],
    compared: now && before ? { current: now, previous: before } : null,
  }
}

/**
 * The figures of every account that the session may read, of what is held: nothing is read for them, and the service is asked
 * no more than whether they are the session's.
 */
export const rollUpRoute =
  ({ access, calls }: { access: ArchiveAccess; calls: SessionCalls }) =>
  async (c: AppContext, archive: Archive): Promise<Response> => {
    const session = requireSession(c)
    c.set('route', ARCHIVE_ROLL_UP_PATH)
    const { period, compared, clients } = questionOf(c, archive)
    const stretches = [period, ...(compared ? [compared.current, compared.previous] : [])]
    const context = callContext(c)
    const wanted = clients ?? (await archive.accounts(session.principal))

    /** Null: the account is not the session's any more, and nothing is told of it. */
    const accessTo = async (client: string | null): Promise<Access | null> => {
      try {
        return await access.check(calls, session, client, context)
      } catch (error) {
        if (error instanceof Failure && error.status === 403) return null
        throw error
      }
    }
    const answerOf = async (client: string | null): Promise<RolledUpAccount[]> => {
      const allowed = await accessTo(client)
      if (!allowed) return []
      const account = archiveAccount(session.principal, client)
      const counted = await archive.count('account', {
        account,
        stretches,
        hidden: allowed.hidden,
        now: archive.now(),
      })
      // It may have been refused while it was counted.
      return allowed.signal.aborted ? [] : [accountOf(client, counted, archive.isReading(account))]
    }

    const accounts: RolledUpAccount[] = []
    // The first one's check reads the list of clients that the others' then know.
    accounts.push(...(await Promise.all(wanted.slice(0, 1).map(answerOf))).flat())
    for (let at = 1; at < wanted.length; at += CHECKED_AT_ONCE)
      accounts.push(...(await Promise.all(wanted.slice(at, at + CHECKED_AT_ONCE).map(answerOf))).flat())
    const answer: ArchiveRollUp = { accounts }
    return sendJson(c, answer)
  }
