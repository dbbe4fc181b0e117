import { setTimeout as pause } from 'node:timers/promises'
import { listedCall } from '#/contract/call.ts'
import type { CallFilters } from '#/contract/call-filters.ts'
import { dayText } from '#/contract/day.ts'
import { list, nested, record, records } from '#/contract/field.ts'
import { obj } from '#/contract/object.ts'
import { pagination } from '#/contract/pagination.ts'
import { Failure, failure } from '#/server/http/failure.ts'
import { withoutSecrets } from '#/server/upstream/proxy.ts'
import type { StoredSession } from '#/server/session/store.ts'
import type { CallContext } from '#/server/upstream/request.ts'
import type { SessionCalls } from '#/server/upstream/session-calls.ts'
import { PageLost, type CallsAnswer } from './run/list-run.ts'
import { archiveAccount } from '#/server/archive/store/account-numbers.ts'
import { ownerOfRecord } from '#/server/archive/store/stored-day.ts'
import type { Places } from './concurrency-limits.ts'
import type { SegmentDays } from '#/server/archive/store/store.ts'

/** A session that may read for an account, with what belongs to the question it came with. */
export interface Asker {
  readonly session: StoredSession
  readonly client: string | null
  readonly faults: CallContext['faults']
  /** Fields that the account may not see; absent: they are not known, and lists are asked for without filters only. */
  readonly hidden?: ReadonlySet<string>
}

/** No session is left whose key could be used. */
export class NoAskerLeft extends Error {
  override readonly name = 'NoAskerLeft'
  /** What took the last one away. */
  readonly reason: Failure | null

  constructor(reason: Failure | null) {
    super('no session is left to read with')
    this.reason = reason
  }
}

const NOWHERE: ReadonlyMap<string, string> = new Map()

/** A session that was found open so long ago is looked up again. */
const LONG_MS = 500
const RETRY_MS = [500, 1_500]
/** Failures that may pass, and how often they are worth another try. */
const RETRIES: Readonly<Record<number, number>> = { 500: 1, 502: 2, 503: 2, 504: 2 }
const LASTING: ReadonlySet<string> = new Set(['upstream_bad_response', 'upstream_too_large'])
/** A wait that is longer than this is no answer to a person who waits. */
const LONGEST_WAIT_MS = 120_000
const USUAL_WAIT_MS = 5_000
const MOST_REFUSALS = 20

/** Whether another page may come where one has failed so. */
export const mayPass = ({ status }: Failure): boolean => status in RETRIES

/** How long to wait before a page is asked for again that failed so often, in milliseconds; null: it is not. */
export const retryWait = ({ status, code }: Failure, failures: number): number | null =>
  failures < (LASTING.has(code) ? 0 : (RETRIES[status] ?? 0)) ? (RETRY_MS[failures] ?? USUAL_WAIT_MS) : null

/** What a service that asks for patience says, in milliseconds. */
export const waitOf = ({ headers }: Failure, now: number): number => {
  const said = headers['Retry-After']
  const ms = said === undefined ? NaN : /^\d+$/.test(said) ? Number(said) * 1000 : Date.parse(said) - now
  return Number.isNaN(ms) || ms < 0 ? USUAL_WAIT_MS : Math.min(ms, LONGEST_WAIT_MS)
}

/** Of an answer what reading it goes by; a record is readable when this is. */
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
 * @param conceal takes the session's keys out of a text
 * @param countries of the account's objects, as far as they are known
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

export interface AskOptions {
  readonly calls: Pick<SessionCalls, 'call' | 'concealer'> & Partial<Pick<SessionCalls, 'countries'>>
  readonly places: Places
  readonly isOpen: (idHash: string) => Promise<boolean>
  readonly now: () => number
  /** An answer as it came, to whoever looks at its form. */
  readonly onAnswer?: (asker: Asker, answer: unknown) => void
  /** Resolves after so many milliseconds. */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<unknown>
}

/** Whom a page is asked with, and what that means for others. */
export interface AskFor {
  /** @throws NoAskerLeft */
  readonly asker: () => Asker
  /** The session is over, or may not read this account any more. */
  readonly leave: (asker: Asker, why: Failure) => void
  readonly isAsked: () => boolean
  /** Milliseconds since 1970 until which nothing is to be sent; null: nothing stands in the way. */
  readonly onWait: (until: number | null) => void
  /** Just before one is sent. @throws what ends the reading */
  readonly onRequest: () => void | Promise<void>
  readonly signal: AbortSignal
}

/** Asks for one page of an account's contacts, with whoever of its sessions is there. */
export const createAsking = ({
  calls,
  places,
  isOpen,
  now,
  onAnswer,
  wait = (ms, signal) => pause(ms, undefined, { signal, ref: false }),
}: AskOptions) => {
  const send = (
    asker: Asker,
    days: SegmentDays,
    page: number,
    filters: CallFilters,
    { signal, onRequest, isAsked }: AskFor,
  ) => {
    const waitedFrom = performance.now()
    // Looked up while it waits for its place, which then is not kept empty for that.
    const isOpenYet = isOpen(asker.session.idHash)
    isOpenYet.catch(() => undefined)
    return places(asker.session.idHash, isAsked, async () => {
      signal.throwIfAborted()
      // At the current page: a session may have ended while this one waited for long.
      const isLong = performance.now() - waitedFrom > LONG_MS
      if (!(await (isLong ? isOpen(asker.session.idHash) : isOpenYet))) throw failure('session_ended')
      await onRequest()
      const query = {
        period: 'custom',
        date_from: dayText(days.first),
        date_to: dayText(days.last),
        ...filters,
        ...(page > 1 ? { page: String(page) } : {}),
      }
      return calls.call(
        asker.session,
        { name: 'all_calls', values: {}, clientId: asker.client, query },
        { signal, faults: asker.faults },
      )
    })
  }

  /**
   * @throws PageLost when it did not come after all tries; NoAskerLeft; Failure that concerns every page; the signal's
   * reason
   */
  return async (
    days: SegmentDays,
    page: number,
    forWhom: AskFor,
    filters: CallFilters = {},
  ): Promise<CallsAnswer> => {
    const { asker: find, leave, onWait, signal } = forWhom
    let refusals = 0
    for (let failures = 0; ;) {
      signal.throwIfAborted()
      const asker = find()
      try {
        // The next request is on its way while this answer is read.
        const answer = await send(asker, days, page, filters, forWhom)
        const read = readAnswer(
          answer,
          calls.concealer(asker.session),
          calls.countries?.(archiveAccount(asker.session.account, asker.client)) ?? NOWHERE,
        )
        onAnswer?.(asker, answer)
        return read
      } catch (error) {
        if (!(error instanceof Failure)) throw error
        if (error.status === 401 || error.status === 403) {
          leave(asker, error)
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

export type AskAccountPage = ReturnType<typeof createAsking>
