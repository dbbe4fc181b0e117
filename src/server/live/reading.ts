import { readPages, isWhole } from '#/api/pages.ts'
import { agencyAnswer } from '#/contract/agency.ts'
import { allCallsAnswer } from '#/contract/call.ts'
import { dayAt, dayNumber } from '#/contract/day.ts'
import type { ArchiveState } from '#/contract/archive/shapes.ts'
import { isReadable } from '#/contract/field.ts'
import { objectsAnswer, type ObjRead } from '#/contract/object.ts'
import type { Archive } from '#/server/archive/archive.ts'
import type { SegmentDays } from '#/server/archive/store/store.ts'
import { Failure, failure } from '#/server/http/failure.ts'
import { withoutHiddenFields, type HiddenNames } from '#/server/hidden-fields.ts'
import { withoutSecrets } from '#/server/upstream/proxy.ts'
import { archiveAccount } from '#/server/session/names.ts'
import type { StoredSession } from '#/server/session/store.ts'
import type { CallContext } from '#/server/upstream/request.ts'
import type { SessionCalls } from '#/server/upstream/session-calls.ts'
import { parseWallClock } from '#/i18n/format.ts'
import type { LiveNorm, ReadDays } from './day-figures.ts'

export interface LiveReader {
  readonly calls: Pick<SessionCalls, 'call' | 'concealer'>
  readonly session: StoredSession
  readonly client: string | null
  readonly hidden: HiddenNames
  readonly context: CallContext
  readonly now: () => number
}

const ask = (
  { calls, session, client, context }: LiveReader,
  name: 'all_calls' | 'objects' | 'agency',
  query = {},
) =>
  calls
    .call(session, { name, values: {}, clientId: name === 'agency' ? null : client, query }, context)
    .then((answer) => withoutSecrets(answer, calls.concealer(session)))

/**
 * Days in the archive, after reading new contacts.
 * @throws Failure of that reading
 */
const readDays = async (
  archive: Archive,
  { session, client, context, hidden }: LiveReader,
  days: SegmentDays,
): Promise<ArchiveState> => {
  const { reading, question } = archive.ask({ session, client, faults: context.faults, hidden }, days)
  const cut = new Promise<never>((_, reject) => {
    const end = () => reject(failure('upstream_timeout'))
    // An event that is over is not heard.
    if (context.signal.aborted) end()
    else context.signal.addEventListener('abort', end, { once: true })
  })
  // It may be aborted when nobody waits any more.
  cut.catch(() => undefined)
  let state: ArchiveState
  try {
    for (;;) {
      const news = question.news.promise
      state = await reading.state(question)
      // Do not wait while the service asks to pause.
      if (state.is !== 'reading' || state.error !== null) break
      await Promise.race([news, cut])
    }
  } finally {
    reading.leave(question)
  }
  const { is, error, loaded, unread } = state
  if (is !== 'complete' && (unread.length === 0 || loaded === 0)) {
    const { status = 503, code = 'unknown_error', retry_after = null } = error ?? {}
    throw new Failure(status, code, {
      headers: retry_after === null ? {} : { 'Retry-After': String(retry_after) },
    })
  }
  return state
}

/**
 * Today from the archive, after reading new contacts.
 * @throws Failure of that reading
 */
export const readToday = async (archive: Archive, reader: LiveReader): Promise<ReadDays> => {
  const { session, client, hidden } = reader
  const account = archiveAccount(session.account, client)
  const utcToday = dayNumber(dayAt(reader.now(), 0))
  const days = { first: utcToday - 1, last: utcToday + 1 }
  const { as_of, shortfall, unread } = await readDays(archive, reader, days)
  const stored = await Promise.all(
    [days.last, days.last - 1, days.first].map(async (day) => ({
      day,
      ...(await archive.store.records(account, day)),
    })),
  )
  return {
    at: as_of === null ? reader.now() : Date.parse(as_of),
    raw: stored.flatMap(({ day, records }) => records.map((one) => withoutHiddenFields(one, hidden, day))),
    titles: new Map(stored.flatMap(({ titles }) => titles)),
    isAll: shortfall === null || isWhole(shortfall.gaps),
    unread: unread.map(({ date_from, date_to }) => ({
      first: dayNumber(date_from),
      last: dayNumber(date_to),
    })),
  }
}

/**
 * By each day that is today by some object's clock. Weeks that the archive lacks are read first, in sequence, since
 * no one is waiting; they may tell of further clocks.
 */
export const readNorms = async (archive: Archive, reader: LiveReader): Promise<readonly LiveNorm[]> => {
  const account = archiveAccount(reader.session.account, reader.client)
  const tried = new Set<number>()
  for (;;) {
    const norms = await archive.count('object_minutes', { account, now: reader.now() })
    const missing = norms
      .flatMap(({ day, weeks }) =>
        weeks.flatMap((week, nth) => (week === null ? [dayNumber(day) - 7 * (nth + 1)] : [])),
      )
      .filter((day) => !tried.has(day))
    if (missing.length === 0) return norms
    for (const day of missing) {
      tried.add(day)
      await readDays(archive, reader, { first: day, last: day })
    }
  }
}

/** The newest contact's clock, minutes ahead of UTC (G6); null: unknown. */
export const readClock = async (reader: LiveReader): Promise<number | null> => {
  const { calls = [] } =
    allCallsAnswer.lenient.safeParse(await ask(reader, 'all_calls', { period: 'all' })).data ?? {}
  const clocks = calls.filter(isReadable).map(({ date }) => parseWallClock(date))
  return clocks.find((clock) => clock?.offset != null)?.offset ?? null
}

export const readObjects = async (reader: LiveReader): Promise<readonly ObjRead[]> => {
  const { records } = await readPages({
    ask: async (page) => {
      const parsed = objectsAnswer.lenient.safeParse(
        await ask(reader, 'objects', page > 1 ? { page: String(page) } : {}),
      )
      if (!parsed.success) throw failure('upstream_bad_response')
      const { objs, meta } = parsed.data
      return { records: objs, pagination: meta?.pagination ?? null }
    },
    keyOf: ({ oid }: ObjRead) => oid,
  })
  return records
}

/** Names of an agency's clients, where known. Their e-mail addresses are not for a public screen. */
export const readClientNames = async (reader: LiveReader): Promise<ReadonlyMap<string, string>> => {
  const parsed = agencyAnswer.lenient.safeParse(await ask(reader, 'agency'))
  const clients = (parsed.data ?? []).flatMap((agency) => agency.clients).filter(isReadable)
  return new Map(
    clients.flatMap(({ client, company_name }) => {
      const name = company_name?.trim()
      return name ? [[client, name] as const] : []
    }),
  )
}

/** A client's name; null: unknown. */
export const readClientName = async (reader: LiveReader): Promise<string | null> =>
  reader.client === null ? null : ((await readClientNames(reader)).get(reader.client) ?? null)
