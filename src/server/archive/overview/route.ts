import type { OverviewLine } from '#/contract/archive/overview.ts'
import { overviewContacts } from '#/contract/archive/overview.ts'
import { dayNumber } from '#/contract/day.ts'
import { isPathValue } from '#/contract/endpoint.ts'
import type { ArchiveAccess } from '#/server/archive/access.ts'
import type { Archive } from '#/server/archive/archive.ts'
import { archiveAccount } from '#/server/archive/store/account-numbers.ts'
import type { SegmentDays } from '#/server/archive/store/store.ts'
import { troubleOf } from '#/server/database/database.ts'
import {
  callContext,
  readBody,
  requireSession,
  sendJsonText,
  type AppContext,
} from '#/server/http/exchange.ts'
import { Failure, failure } from '#/server/http/failure.ts'
import { refusePresenting } from '#/server/presenting/presenting.ts'
import type { SessionCalls } from '#/server/upstream/session-calls.ts'
import type { OverviewQuestion } from './in-turn.ts'
import { askedOverview } from './question.ts'

export interface OverviewContext {
  readonly archive: Archive
  readonly access: ArchiveAccess
  readonly calls: SessionCalls
  readonly client: string | null
}

/** Whose contacts of which days. */
type OverviewJob = Pick<OverviewQuestion, 'oid' | 'days' | 'comparedDays'>

/** Larger than a report narrowed by thousands of values. */
const MOST_BYTES = 1024 * 1024

/** @throws Failure `presenting`: the thread that counts knows of no masks; what `access` throws */
const accessOf = async (
  c: AppContext,
  { archive, access, calls, client }: OverviewContext,
  { oid, days, comparedDays }: OverviewJob,
) => {
  const session = requireSession(c)
  refusePresenting(c)
  const heldDays = (of: SegmentDays) => archive.checkDays(of)
  const context = callContext(c)
  const { hidden, signal } = await access.check(calls, session, client, context)
  return {
    until: AbortSignal.any([signal, context.signal]),
    waiter: { account: session.account, person: session.principal },
    asked: {
      account: archiveAccount(session.account, client),
      oid,
      hidden,
      days: heldDays(days),
      comparedDays: comparedDays && heldDays(comparedDays),
    },
  }
}

/** The answer to one question of the overview, out of what is held now. Nothing is read for it. */
export const answerOverview = async (c: AppContext, context: OverviewContext): Promise<Response> => {
  // What is no question costs nothing but its reading.
  requireSession(c)
  const { asked, ...job } = await readBody(c, askedOverview, MOST_BYTES)
  const { until, waiter, asked: about } = await accessOf(c, context, job)
  const answer = await context.archive.overview(
    { ...about, asked },
    { signal: until, tell: () => {}, waiter },
  )
  // It may have been refused while it was counted.
  until.throwIfAborted()
  return sendJsonText(c, answer)
}

/** A line is sent at least this often: a silent stream is taken for one that was cut off. */
const TELL_MS = 5_000

/**
 * Lines of {@link OverviewLine}: how far the contacts are read into memory, for which every question would have to wait, then
 * what is known of them.
 */
export const tellFacts = async (c: AppContext, context: OverviewContext): Promise<Response> => {
  const { success, data } = overviewContacts.safeParse(c.req.query())
  if (!success || (data.compare_from === undefined) !== (data.compare_to === undefined))
    throw failure('invalid_request')
  const { oid = null, date_from, date_to, compare_from, compare_to } = data
  if (oid !== null && !isPathValue('oid', oid)) throw failure('invalid_request')
  const job: OverviewJob = {
    oid,
    days: { first: dayNumber(date_from), last: dayNumber(date_to) },
    comparedDays:
      compare_from === undefined || compare_to === undefined
        ? null
        : { first: dayNumber(compare_from), last: dayNumber(compare_to) },
  }
  const { until, waiter, asked } = await accessOf(c, context, job)
  const { archive } = context
  const left = new AbortController()
  const signal = AbortSignal.any([until, left.signal])
  const encoder = new TextEncoder()
  c.header('Content-Type', 'application/x-ndjson')
  return c.body(
    new ReadableStream<Uint8Array>({
      start: (controller) => {
        let last: OverviewLine = { loaded: 0, total: 0 }
        const write = (line: OverviewLine) => controller.enqueue(encoder.encode(`${JSON.stringify(line)}\n`))
        const again = setInterval(() => write(last), TELL_MS)
        const tell = (loaded: number, total: number) => {
          if (signal.aborted) return
          last = { loaded, total }
          write(last)
        }
        const count = async () => {
          try {
            const answer = await archive.overview({ ...asked, asked: null }, { signal, tell, waiter })
            signal.throwIfAborted()
            controller.enqueue(encoder.encode(`{"facts":${answer}}\n`))
            controller.close()
          } catch (error) {
            if (signal.aborted) return controller.error(signal.reason)
            const trouble = troubleOf(error)
            if (trouble !== null) archive.onTrouble(trouble)
            else if (!(error instanceof Failure)) return controller.error(error)
            write({ error: error instanceof Failure ? error.code : 'archive_unavailable' })
            controller.close()
          } finally {
            clearInterval(again)
          }
        }
        void count()
      },
      cancel: () => left.abort(),
    }),
  )
}
