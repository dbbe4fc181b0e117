import { readPages } from '#/api/pages.ts'
import { NORM_WEEKS } from '#/analytics/evaluation/inactivity.ts'
import {
  INACTIVITY_PATH,
  inactivityQuestion,
  type InactivityAnswer,
} from '#/contract/archive/client-comparison.ts'
import { DAY_MS, MINUTE_MS } from '#/contract/day.ts'
import { isPathValue } from '#/contract/endpoint.ts'
import { objectsAnswer, type ObjRead } from '#/contract/object.ts'
import { callContext, readBody, requireSession, sendJson, type AppContext } from '#/server/http/exchange.ts'
import { failure } from '#/server/http/failure.ts'
import type { StoredSession } from '#/server/session/store.ts'
import type { CallContext } from '#/server/upstream/request.ts'
import type { Archive } from './archive.ts'
import type { WantedClient } from './reading/clients-reading.ts'
import { lastBegunDay, utcDay } from './reading/clock.ts'
import { accessTo, ofEach, type ClientComparisonAccess } from './client-comparison.ts'
import { archiveAccount } from './store/account-numbers.ts'
import type { SegmentDays } from './store/store.ts'

export const INACTIVITY_ROUTE = `/api${INACTIVITY_PATH}`

/** A client that hides one of these cannot be judged by when contacts of which object came. */
const JUDGED_BY = ['date', 'obj_oid']
/** Sessions go on being used: a list that is older says nothing of the days that are left. */
const OBJECTS_MS = 7 * DAY_MS
/** Who is silent now is not told by what had come long ago. */
const TODAY_MS = 10 * MINUTE_MS

/** Has the list of a client's objects pass by, all pages: that stores it. */
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

/**
 * What the objects of some clients are judged by, of what is stored; what is missing is read, as `clientComparison` does.
 */
export const inactivity =
  (deps: ClientComparisonAccess) =>
  async (c: AppContext, archive: Archive): Promise<Response> => {
    const session = requireSession(c)
    c.set('route', INACTIVITY_ROUTE)
    const { clients, is_update: isUpdate } = await readBody(c, inactivityQuestion)
    if (!clients.every((client) => isPathValue('client_id', client))) throw failure('invalid_request')
    const { faults } = callContext(c)
    const now = archive.now()
    const span = daysBefore(archive)

    const answerOf = async (client: string): Promise<InactivityAnswer['accounts']> => {
      const allowed = await accessTo(deps, c, client)
      if (!allowed) return []
      const account = archiveAccount(session.account, client)
      const isJudged = !JUDGED_BY.some((name) => allowed.hidden.has(name))
      const wanted: WantedClient = {
        name: 'objects',
        asker: { session, client, faults, hidden: allowed.hidden },
        stretches: isJudged ? [span] : [],
        isRetry: isUpdate,
        readMore: async () => {
          await listObjects(deps, session, client, faults)
          await archive.objectsStored()
        },
      }
      // Before what is stored is looked at: whatever has ended by then is in it.
      const { isReading: wasReading } = archive.clients.progress(wanted)
      const [kept, days] = await Promise.all([
        archive.store.objects(account),
        isJudged ? archive.count('object_minutes', { account, now }) : [],
      ])
      if (allowed.signal.aborted) return []
      const isListed = kept !== null && now - kept.readAt < OBJECTS_MS
      const isToday = days.length > 0 && days.every(({ at }) => now - Date.parse(at) < TODAY_MS)
      const isHeld = !isJudged || (isToday && days.every(({ weeks }) => weeks.every((week) => week !== null)))
      if (isUpdate || !isListed || !isHeld) archive.clients.want(wanted)
      const { isReading, error } = archive.clients.progress(wanted)
      const objects = isListed
        ? { as_of: new Date(kept.readAt).toISOString(), is_all: kept.isAll, records: [...kept.objects] }
        : null
      return [
        {
          client,
          objects,
          days: [...days],
          is_reading: isReading || wasReading,
          error: error && { status: error.status, code: error.code },
        },
      ]
    }
    const answer: InactivityAnswer = { accounts: await ofEach(clients, answerOf) }
    return sendJson(c, answer)
  }
