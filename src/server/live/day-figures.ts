import { countBy, byDimension, countsAt } from '#/server/metrics/columns/aggregate.ts'
import {
  append,
  clocksOf,
  createDataset,
  objectOffset,
  type Dataset,
} from '#/server/metrics/columns/dataset.ts'
import { unreturnedCalls } from '#/server/metrics/columns/unreturned-calls.ts'
import { SHOWN, type Selection } from '#/server/metrics/columns/select.ts'
import type { Days } from '#/contract/figures/questions.ts'
import { mayMiss } from '#/analytics/days.ts'
import { REACH_FIELDS } from '#/analytics/reach-fields.ts'
import { isUntracked, evaluateInactivity } from '#/server/metrics/evaluation/inactivity.ts'
import { contactText } from '#/contract/annotations/contact-text.ts'
import { fieldsWithoutRight } from '#/contract/call-fields.ts'
import { listedCall, type ListedCallRead } from '#/contract/call.ts'
import { dayNumber, MINUTE_MS, momentAt, type Moment } from '#/contract/day.ts'
import type { Live, LiveObject } from '#/contract/live/live.ts'
import type { ObjRead } from '#/contract/object.ts'
import { withoutHiddenFields, type HiddenNames } from '#/server/hidden-fields.ts'
import { minuteOf, parseWallClock, type WallClock } from '#/i18n/format.ts'

const MOST_NEWEST = 12
const MOST_WAITING = 30

const NOT_TODAY = 1
/** Fields that need a right: the caller's number, and texts that may quote it. */
const SEEN_BY_NOBODY: HiddenNames = new Set(fieldsWithoutRight([]))

/** Raw contacts of the days around today, newest first, without hidden fields. */
export interface ReadDays {
  readonly at: number
  readonly raw: readonly unknown[]
  readonly titles: ReadonlyMap<string, string>
  readonly isAll: boolean
  readonly unread: readonly Days[]
}

/** Minutes of contacts by object, on the same weekday of earlier weeks; null: unknown week. */
export interface LiveNorm {
  readonly day: string
  readonly weeks: readonly (ReadonlyMap<string, readonly number[]> | null)[]
  /** Clocks of objects in these weeks, for objects without recent contacts. */
  readonly clocks: ReadonlyMap<string, number>
}

interface Read {
  readonly call: ListedCallRead
  readonly raw: unknown
  readonly clock: WallClock | null
}

const readRecords = (raw: readonly unknown[]): Read[] =>
  raw.flatMap((one) => {
    const parsed = listedCall.lenient.safeParse(one)
    return parsed.success ? [{ call: parsed.data, raw: one, clock: parseWallClock(parsed.data.date) }] : []
  })

const instantOf = ({ utc, offset }: WallClock): number | null =>
  offset === null ? null : utc - offset * MINUTE_MS

export interface CountableDays extends Omit<ReadDays, 'raw'> {
  readonly all: readonly Read[]
  readonly data: Dataset
  readonly offset: number | null
  readonly day: string
}

/** @param main the account's clock; null: that of these days' contacts */
export const countable = ({ raw, ...rest }: ReadDays, main: number | null): CountableDays => {
  const all = readRecords(raw)
  const data = createDataset()
  append(
    data,
    all.map(({ call }) => call),
  )
  const offset = main ?? clocksOf(data)[0] ?? null
  return { ...rest, all, data, offset, day: momentAt(rest.at, offset).day }
}

/** The present moment by an object's own clock (G6). */
const nowOfObject = (
  { at, data, offset }: CountableDays,
  norms: readonly LiveNorm[],
  oid: string | null,
): Moment => {
  const before = norms.find(({ clocks }) => clocks.has(oid ?? ''))?.clocks.get(oid ?? '')
  return momentAt(at, objectOffset(data, oid) ?? before ?? offset)
}

/** All days that are today by some object's clock, the account's first. */
export const todaysOf = (read: CountableDays, norms: readonly LiveNorm[]): readonly string[] => {
  const oids = new Set([...read.data.by.object.values, ...norms.flatMap(({ clocks }) => [...clocks.keys()])])
  return [...new Set([read.day, ...[...oids].map((oid) => nowOfObject(read, norms, oid).day)])]
}

const whenOf = ({ clock }: Read): number => (clock ? (instantOf(clock) ?? clock.utc) : 0)

/** Time and source of a contact, without its caller. */
const shownContact = ({ call, raw, clock }: Read, isTimed: boolean) => {
  const seen = listedCall.lenient.safeParse(withoutHiddenFields(raw, SEEN_BY_NOBODY, null))
  const { source, src } = seen.data ?? { source: null, src: null }
  const at = clock && instantOf(clock)
  return {
    oid: call.obj_oid,
    id: call.id,
    at: isTimed && at !== null ? new Date(at).toISOString() : null,
    minute: isTimed && clock ? minuteOf(clock) : null,
    source: source?.title?.trim() || src?.trim() || null,
  }
}

/**
 * The day so far for a kiosk, each object by its own clock (G6).
 * @param hidden fields; figures that need them are null
 * @param objects null: unknown
 */
export const dayFigures = (
  read: CountableDays,
  {
    hidden,
    objects,
    norms,
    client,
    handled,
  }: {
    readonly hidden: HiddenNames
    readonly objects: readonly ObjRead[] | null
    /** By each day that is today somewhere, as far as known. */
    readonly norms: readonly LiveNorm[]
    readonly client: string | null
    /** By `contactText`. */
    readonly handled: ReadonlySet<string>
  },
): Live => {
  const { at, titles, isAll, unread, all, data, offset, day } = read
  const nowOf = (oid: string | null) => nowOfObject(read, norms, oid)
  const todayOf = new Map(data.by.object.values.map((oid, code) => [code, dayNumber(nowOf(oid).day)]))
  const selection: Selection = Uint8Array.from({ length: data.rows }, (_, row) =>
    data.day[row] === todayOf.get(data.by.object.codes[row]!) ? SHOWN : NOT_TODAY,
  )
  const isTimed = !hidden.has('date')
  const today = all.filter((_, row) => selection[row] === SHOWN)
  const listed = new Map((objects ?? []).map((object) => [object.oid, object]))
  const counts = countBy(data, selection, byDimension(data, 'object'))

  const objectOf = (oid: string, code: number | undefined): LiveObject => {
    const { contacts, calls, missed } = countsAt(counts, code ?? -1)
    const now = nowOf(oid)
    const norm = norms.find((one) => one.day === now.day)
    const inactivity =
      // An incomplete day shows no silence.
      isAll && isTimed && norm
        ? evaluateInactivity(
            now.minute,
            minutesOf(data, selection, code),
            norm.weeks.flatMap((week) => (week ? [week.get(oid) ?? []] : [])),
          )
        : null
    const isEvaluated = inactivity !== null && inactivity.verdict !== 'too_few_weeks'
    const { title = titles.get(oid) ?? null, site_url = null, own_number = null } = listed.get(oid) ?? {}
    return {
      oid,
      title,
      site_url,
      own_number: title || site_url ? null : own_number,
      contacts,
      calls,
      missed: hidden.has('status') ? null : missed,
      usual: isEvaluated ? inactivity.usual : null,
      is_silent: inactivity?.verdict === 'silent' || inactivity?.verdict === 'unusual',
    }
  }
  const codes = new Map(data.by.object.values.flatMap((oid, code) => (oid === null ? [] : [[oid, code]])))
  const tracked = [...listed.values()].filter((object) => !isUntracked(object)).map(({ oid }) => oid)
  const withContacts = [...codes].filter(([, code]) => counts.contacts[code]! > 0).map(([oid]) => oid)
  const shown = [...new Set([...tracked, ...withContacts])]
    .map((oid) => objectOf(oid, codes.get(oid)))
    .toSorted(
      (a, b) =>
        (b.usual ?? 0) - (a.usual ?? 0) ||
        b.contacts - a.contacts ||
        (a.title ?? a.oid).localeCompare(b.title ?? b.oid),
    )

  return {
    as_of: new Date(at).toISOString(),
    offset,
    day,
    client_name: client,
    objects: hidden.has('obj_oid') ? [] : shown,
    waiting: REACH_FIELDS.some((name) => hidden.has(name))
      ? null
      : waitingOf(data, selection, today, handled),
    newest: today
      .toSorted((a, b) => whenOf(b) - whenOf(a))
      .slice(0, MOST_NEWEST)
      .map((one) => ({
        ...shownContact(one, isTimed),
        status: one.call.status,
        duration: one.call.duration,
      })),
    is_all: isAll,
    is_today_read: todaysOf(read, norms).every(
      (one) => !mayMiss(unread, { first: dayNumber(one), last: dayNumber(one) }),
    ),
  }
}

const minutesOf = (data: Dataset, selection: Selection, code: number | undefined): number[] => {
  const minutes: number[] = []
  if (code === undefined) return minutes
  for (let row = 0; row < data.rows; row++)
    if (selection[row] === SHOWN && data.by.object.codes[row] === code) minutes.push(data.minute[row]!)
  return minutes
}

const waitingOf = (
  data: Dataset,
  selection: Selection,
  today: readonly Read[],
  handled: ReadonlySet<string>,
): Live['waiting'] => {
  const { callers: all, isUnknown } = unreturnedCalls(data, selection)
  if (isUnknown) return null
  const callers = all.filter(({ oid, callId }) => !handled.has(contactText({ oid: oid ?? '', id: callId })))
  const byKey = new Map(today.map((one) => [`${one.call.obj_oid} ${one.call.id}`, one]))
  return {
    total: callers.length,
    callers: callers
      .flatMap(({ oid, callId, ...rest }) => {
        const last = byKey.get(`${oid} ${callId}`)
        return last ? [{ ...rest, last }] : []
      })
      // Longest waiting first.
      .toSorted((a, b) => whenOf(a.last) - whenOf(b.last))
      .slice(0, MOST_WAITING)
      .map(({ last, attempts, isFirstTime }) => ({
        ...shownContact(last, true),
        attempts,
        is_first_time: isFirstTime,
      })),
  }
}
