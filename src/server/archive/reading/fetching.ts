import { setTimeout as pause } from 'node:timers/promises'
import { listedCall } from '#/contract/call.ts'
import type { CallFilters } from '#/contract/call-filters.ts'
import { dayText } from '#/contract/day.ts'
import { isReadable, list, nested, record, records } from '#/contract/field.ts'
import { obj } from '#/contract/object.ts'
import { pagination } from '#/contract/pagination.ts'
import { Failure, failure } from '#/server/http/failure.ts'
import { withoutSecrets } from '#/server/upstream/proxy.ts'
import type { StoredSession } from '#/server/session/store.ts'
import type { CallContext } from '#/server/upstream/request.ts'
import type { SessionCalls } from '#/server/upstream/session-calls.ts'
import { PageLost, type CallsAnswer } from './run/list-run.ts'
import { archiveAccount } from '#/server/session/names.ts'
import { ownerOfRecord } from '#/server/archive/store/stored-day.ts'
import type { ConcurrencyLimits } from './concurrency-limits.ts'
import type { SegmentDays } from '#/server/archive/store/store.ts'

export interface Reader {
  readonly session: StoredSession
  readonly client: string | null
  readonly faults: CallContext['faults']
  /** Hidden fields; absent: unknown, so lists are requested without filters. */
  readonly hidden?: ReadonlySet<string>
}

export class NoReaderLeft extends Error {
  override readonly name = 'NoReaderLeft'
  readonly reason: Failure | null

  constructor(reason: Failure | null) {
    super('no session is left to read with')
    this.reason = reason
  }
}

const NOWHERE: ReadonlyMap<string, string> = new Map()

const LONG_MS = 500
const RETRY_MS = [500, 1_500]
/** Transient failures by status, and how often they are retried. */
const RETRIES: Readonly<Record<number, number>> = { 500: 1, 502: 2, 503: 2, 504: 2 }
const LASTING: ReadonlySet<string> = new Set(['upstream_bad_response', 'upstream_too_large'])
/** A person who waits gets an error rather than a longer wait. */
const LONGEST_WAIT_MS = 120_000
const USUAL_WAIT_MS = 5_000
const MOST_REFUSALS = 20

/** Whether other pages may succeed after this failure. */
export const mayPass = ({ status }: Failure): boolean => status in RETRIES

/** Milliseconds before the next attempt after this many failures; null: give up. */
export const retryWait = ({ status, code }: Failure, failures: number): number | null =>
  failures < (LASTING.has(code) ? 0 : (RETRIES[status] ?? 0)) ? (RETRY_MS[failures] ?? USUAL_WAIT_MS) : null

export const waitOf = ({ headers }: Failure, now: number): number => {
  const retryAfter = headers['Retry-After']
  const ms =
    retryAfter === undefined
      ? NaN
      : /^\d+$/.test(retryAfter)
        ? Number(retryAfter) * 1000
        : Date.parse(retryAfter) - now
  return Number.isNaN(ms) || ms < 0 ? USUAL_WAIT_MS : Math.min(ms, LONGEST_WAIT_MS)
}

/** The parts of an answer that reading depends on; a record is readable when these are. */
const contactsAnswer = record('calls', {
  calls: records(record('call', { id: listedCall.shape.id, obj_oid: listedCall.shape.obj_oid })),
  meta: nested(
    record('meta', {
      obj: list(nested(record('object', { oid: obj.shape.oid, title: obj.shape.title }))),
      pagination: nested(pagination),
    }),
  ),
})

/**
 * @param conceal removes the session's keys from a text
 * @param countries of the objects, as far as known
 * @throws Failure `upstream_bad_response` for an answer that is no list of contacts
 */
const readAnswer = (
  answer: unknown,
  conceal: (text: string) => string,
  countries: ReadonlyMap<string, string>,
): CallsAnswer => {
  const raw: unknown =
    typeof answer === 'object' && answer !== null && 'calls' in answer ? answer.calls : null
  const parsed = contactsAnswer.lenient.safeParse(answer)
  if (!Array.isArray(raw) || !parsed.success) throw failure('upstream_bad_response')
  const { calls, meta } = parsed.data
  return {
    page: { records: calls, pagination: meta?.pagination ?? null },
    raw: raw.map((one) => withoutSecrets(one, conceal)),
    countries: raw.flatMap((one) => {
      const oid = ownerOfRecord(one)
      return oid === null ? [] : [[oid, countries.get(oid) ?? null] as const]
    }),
    titles: (meta?.obj ?? []).flatMap(({ oid, title }) => (title ? [[oid, conceal(title)] as const] : [])),
  }
}

export interface SendOptions {
  readonly calls: Pick<SessionCalls, 'call' | 'concealer'> & Partial<Pick<SessionCalls, 'countries'>>
  readonly concurrencyLimits: ConcurrencyLimits
  readonly isOpen: (idHash: string) => Promise<boolean>
  readonly now: () => number
  /** Receives raw answers, for checks of their format. */
  readonly onAnswer?: (reader: Reader, answer: unknown, hasUnreadable: boolean) => void
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<unknown>
}

export interface PageRequester {
  readonly reader: () => Reader
  readonly leave: (reader: Reader, why: Failure) => void
  readonly isRequested: () => boolean
  /** Epoch milliseconds until which the service asked to wait; null: no wait. */
  readonly onWait: (until: number | null) => void
  /**
   * Before each request.
   * @throws what ends the reading
   */
  readonly onRequest: () => void | Promise<void>
  readonly signal: AbortSignal
}

/** Requests single pages of an account's contacts with any of its sessions. */
export const createPageRequests = ({
  calls,
  concurrencyLimits,
  isOpen,
  now,
  onAnswer,
  wait = (ms, signal) => pause(ms, undefined, { signal, ref: false }),
}: SendOptions) => {
  const send = (
    reader: Reader,
    days: SegmentDays,
    page: number,
    filters: CallFilters,
    { signal, onRequest, isRequested }: PageRequester,
  ) => {
    const waitedFrom = performance.now()
    // Checked while waiting for a place, so that the place is used at once.
    const isOpenYet = isOpen(reader.session.idHash)
    isOpenYet.catch(() => undefined)
    return concurrencyLimits(reader.session.idHash, isRequested, async () => {
      signal.throwIfAborted()
      // The session may have ended during a long wait.
      const isLong = performance.now() - waitedFrom > LONG_MS
      if (!(await (isLong ? isOpen(reader.session.idHash) : isOpenYet))) throw failure('session_ended')
      await onRequest()
      const query = {
        period: 'custom',
        date_from: dayText(days.first),
        date_to: dayText(days.last),
        ...filters,
        ...(page > 1 ? { page: String(page) } : {}),
      }
      return calls.call(
        reader.session,
        { name: 'all_calls', values: {}, clientId: reader.client, query },
        { signal, faults: reader.faults },
      )
    })
  }

  /** @throws PageLost after the last attempt; NoReaderLeft; Failure that concerns every page; the signal's reason */
  return async (
    days: SegmentDays,
    page: number,
    forWhom: PageRequester,
    filters: CallFilters = {},
  ): Promise<CallsAnswer> => {
    const { reader: find, leave, onWait, signal } = forWhom
    let refusals = 0
    for (let failures = 0; ;) {
      signal.throwIfAborted()
      const reader = find()
      try {
        // The next request runs while this answer is parsed.
        const answer = await send(reader, days, page, filters, forWhom)
        const read = readAnswer(
          answer,
          calls.concealer(reader.session),
          calls.countries?.(archiveAccount(reader.session.account, reader.client)) ?? NOWHERE,
        )
        onAnswer?.(reader, answer, !read.page.records.every(isReadable))
        return read
      } catch (error) {
        if (!(error instanceof Failure)) throw error
        if (error.status === 401 || error.status === 403) {
          leave(reader, error)
        } else if (error.status === 429) {
          if (++refusals > MOST_REFUSALS) throw error
          const ms = waitOf(error, now())
          onWait(now() + ms)
          await wait(ms, signal)
          onWait(null)
        } else {
          if (!mayPass(error)) throw error
          const ms = retryWait(error, failures++)
          if (ms === null) throw page === 1 ? error : new PageLost(error.code, { cause: error })
          await wait(ms, signal)
        }
      }
    }
  }
}

export type AskAccountPage = ReturnType<typeof createPageRequests>
