import { readPages, isComplete, type Page, type PageList } from '#/api/pages.ts'
import { NORM_WEEKS } from '#/server/metrics/evaluation/inactivity.ts'
import { agencyAnswer } from '#/contract/agency.ts'
import { allCallsAnswer, type ListedCallRead } from '#/contract/call.ts'
import { addDays, dayAt, dayNumber } from '#/contract/day.ts'
import { isReadable } from '#/contract/field.ts'
import { objectsAnswer, type ObjRead } from '#/contract/object.ts'
import type { Archive } from '#/server/archive/archive.ts'
import { untilRead } from '#/server/archive/reading/questions/question.ts'
import { Failure, failure } from '#/server/http/failure.ts'
import { withoutHidden, withoutHiddenFields, type HiddenNames } from '#/server/hidden-fields.ts'
import { withoutSecrets } from '#/server/upstream/proxy.ts'
import type { StoredSession } from '#/server/session/store.ts'
import type { CallContext } from '#/server/upstream/request.ts'
import type { SessionCalls } from '#/server/upstream/session-calls.ts'
import { minuteOf, parseWallClock } from '#/i18n/format.ts'
import type { LiveNorm, ReadDays } from './day-figures.ts'

/** Busier days have no norm: they would cost the service too many requests. */
const MOST_NORM_PAGES = 40

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

const contactsPage = async (
  reader: LiveReader,
  days: { readonly from: string; readonly to: string },
  page: number,
): Promise<Page<ListedCallRead>> => {
  const answer = withoutHidden(
    'all_calls',
    await ask(reader, 'all_calls', {
      period: 'custom',
      date_from: days.from,
      date_to: days.to,
      ...(page > 1 && { page: String(page) }),
    }),
    reader.hidden,
  )
  const parsed = allCallsAnswer.lenient.safeParse(answer)
  if (!parsed.success) throw failure('upstream_bad_response')
  const { calls, meta } = parsed.data
  return { records: calls, pagination: meta?.pagination ?? null }
}

const readContacts = async (
  reader: LiveReader,
  days: { readonly from: string; readonly to: string },
  options: Pick<Parameters<typeof readPages<ListedCallRead>>[0], 'mostPages'>,
): Promise<PageList<ListedCallRead>> =>
  readPages({
    ...options,
    ask: (page) => contactsPage(reader, days, page),
    keyOf: ({ obj_oid, id }) => `${obj_oid} ${id}`,
  })

/**
 * Today from the archive, after reading new contacts.
 * @throws Failure of that reading
 */
export const readToday = async (archive: Archive, reader: LiveReader): Promise<ReadDays> => {
  const { session, client, context, hidden } = reader
  const utcToday = dayNumber(dayAt(reader.now(), 0))
  const days = { first: utcToday - 1, last: utcToday + 1 }
  const { account, reading, question } = archive.ask(
    { session, client, faults: context.faults, hidden },
    days,
  )
  // Do not wait while the service asks to pause.
  const isPaused = async () => (await reading.state(question)).error !== null
  await untilRead(question, context.signal, isPaused).finally(() => reading.leave(question))
  const { is, error, as_of, shortfall, loaded, unread } = await reading.state(question)
  if (is === 'reading' && context.signal.aborted) throw failure('upstream_timeout')
  if (is !== 'complete' && (unread.length === 0 || loaded === 0)) {
    const { status = 503, code = 'unknown_error', retry_after = null } = error ?? {}
    throw new Failure(status, code, {
      headers: retry_after === null ? {} : { 'Retry-After': String(retry_after) },
    })
  }
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
    isAll: shortfall === null || isComplete(shortfall.gaps),
    unread: unread.map(({ date_from, date_to }) => ({
      first: dayNumber(date_from),
      last: dayNumber(date_to),
    })),
  }
}

const byObject = (
  calls: readonly ListedCallRead[],
  day: string,
  clocks: Map<string, number>,
): Map<string, number[]> => {
  const minutes = new Map<string, number[]>()
  for (const { obj_oid, date } of calls) {
    const clock = parseWallClock(date)
    if (clock?.day !== day || obj_oid === null) continue
    // Newest week and contact first.
    if (clock.offset !== null && !clocks.has(obj_oid)) clocks.set(obj_oid, clock.offset)
    const own = minutes.get(obj_oid)
    if (own) own.push(minuteOf(clock))
    else minutes.set(obj_oid, [minuteOf(clock)])
  }
  return minutes
}

/** The same weekday of earlier weeks, in sequence, since no one is waiting. A failed week is null. */
export const readNorm = async (reader: LiveReader, today: string): Promise<LiveNorm> => {
  const weeks: (ReadonlyMap<string, readonly number[]> | null)[] = []
  const clocks = new Map<string, number>()
  for (let week = 1; week <= NORM_WEEKS; week++) {
    const day = addDays(today, -7 * week)
    const list = await readContacts(reader, { from: day, to: day }, { mostPages: MOST_NORM_PAGES })
    weeks.push(isComplete(list.gaps) ? byObject(list.records, day, clocks) : null)
  }
  return { day: today, weeks, clocks }
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
