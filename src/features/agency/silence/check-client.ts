import { currentTime } from '#/api/transport/server-facts.ts'
import { NORM_WEEKS } from '#/analytics/judge/silence.ts'
import { contactKey, contactsOn, fetchCallsPage } from '#/api/calls.ts'
import type { Scope } from '#/api/client.ts'
import { ApiError, isApiError, type ApiErrorKind } from '#/api/error.ts'
import { loadObjects } from '#/api/objects.ts'
import { isWhole, readPages } from '#/api/pages.ts'
import type { CallFilters } from '#/contract/call-filters.ts'
import type { ListedCallRead } from '#/contract/call.ts'
import type { ObjRead } from '#/contract/object.ts'
import { minuteOf, parseWallClock, type WallClock } from '#/i18n/format.ts'
import type { Ask } from '#/features/agency/over-clients/load-queue.ts'
import { addDays, momentAt } from '#/contract/day.ts'

/** One for the objects, one for today, one for each week of the norm; more where a list has more than a page. */
export const LEAST_REQUESTS = 2 + NORM_WEEKS
/** With fewer weeks there is no norm, and the client has failed. */
export const WEEKS_NEEDED = 4

/** A contact as far as silence is concerned. */
export interface CheckedContact {
  readonly oid: string
  /** Null: its date could not be read. */
  readonly at: WallClock | null
}

/** Contacts of one day; of a past one up to the minute it is now. */
interface DayOfContacts {
  readonly day: string
  readonly contacts: readonly CheckedContact[]
  /** Records without a usable identifier: they may belong to any object. */
  readonly unreadable: number
}

/** Everything that the objects of a client are judged from. */
export interface ClientCheck {
  /** When today was asked for, in milliseconds. */
  readonly at: number
  /** The client's clock, that of its newest contact, in minutes east of UTC; null: there was none in three days. */
  readonly offset: number | null
  readonly objects: readonly ObjRead[]
  /** False: the service did not send the whole list of objects (G1). */
  readonly allObjects: boolean
  readonly today: DayOfContacts
  /** The same weekday of the weeks before, the last one first; null for one that did not come. */
  readonly weeks: readonly (DayOfContacts | null)[]
}

/** Failures of a single day; of any other the rest of the client would die as well. */
const PASSING: readonly ApiErrorKind[] = [
  'network',
  'timeout',
  'rate-limited',
  'too-large',
  'bad-response',
  'intercepted',
  'unavailable',
  'server',
]

/** Whose data, how they are asked for, and until when. */
interface Asking {
  readonly scope: Scope
  readonly ask: Ask
  readonly signal: AbortSignal
}

const contactsOf = async (
  { scope, ask, signal }: Asking,
  filters: CallFilters,
  isEnough: (contacts: readonly CheckedContact[]) => boolean,
) => {
  const { rows, records, gaps } = await readPages({
    ask: async (page) => {
      const request = () => fetchCallsPage(scope, null, filters, page, signal)
      return contactsOn(await ask(request, signal))
    },
    keyOf: contactKey,
    isEnough: (fresh) => isEnough(fresh.map(contactOf)),
  })
  return {
    contacts: records.map(contactOf),
    unreadable: rows.length - records.length,
    isAll: isWhole(gaps),
  }
}

const contactOf = ({ obj_oid, date }: ListedCallRead): CheckedContact => ({
  oid: obj_oid ?? '',
  at: parseWallClock(date),
})

const custom = (date_from: string, date_to: string): CallFilters => ({ period: 'custom', date_from, date_to })

const newestOffset = (newestFirst: readonly CheckedContact[]): number | null =>
  newestFirst.find((contact) => typeof contact.at?.offset === 'number')?.at?.offset ?? null

/**
 * Today, newest first: whatever day it is here, the first contact says what day it is there (G6), so the days around ours
 * are asked for, and the pages end where that day begins. What comes meanwhile moves the others on, and nothing is missed.
 */
const loadToday = async (asking: Asking) => {
  const at = currentTime()
  const ours = momentAt(at, null).day
  let offset: number | null = null
  const {
    contacts: all,
    unreadable,
    isAll,
  } = await contactsOf(asking, custom(addDays(ours, -1), addDays(ours, 1)), (fresh) => {
    offset ??= newestOffset(fresh)
    const { day } = momentAt(at, offset)
    return fresh.length > 0 && fresh.every((contact) => contact.at !== null && contact.at.day < day)
  })
  offset ??= newestOffset(all)
  const { day } = momentAt(at, offset)
  const contacts = all.filter((contact) => contact.at === null || contact.at.day >= day)
  return { at, offset, isAll, today: { day, contacts, unreadable } }
}

/** Clocks that differ, or were changed since, put later minutes before earlier ones: by so many at most. */
const slackOf = (offsets: ReadonlySet<number>) =>
  offsets.size === 0 ? 0 : Math.max(...offsets) - Math.min(...offsets)

/** A past day, oldest first (G23), up to the minute of `at`: the API has no filter by hour. */
const loadWeek = async (
  asking: Asking,
  day: string,
  at: number,
  offset: number | null,
): Promise<DayOfContacts | null> => {
  const offsets = new Set(offset === null ? [] : [offset])
  const { contacts, unreadable, isAll } = await contactsOf(
    asking,
    { ...custom(day, day), order_way: 'ASC' },
    (fresh) => {
      const dated = fresh.flatMap((contact) => (contact.at === null ? [] : [contact.at]))
      for (const clock of dated) if (clock.offset !== null) offsets.add(clock.offset)
      const last = dated.at(-1)
      return (
        last !== undefined && minuteOf(last) >= momentAt(at, last.offset ?? offset).minute + slackOf(offsets)
      )
    },
  )
  return isAll ? { day, contacts, unreadable } : null
}

/**
 * Loads what the objects of a client are judged from: its objects, today, and the same weekday of the weeks before. A week
 * that does not come is left out; a client without its objects, without today or with too few weeks has failed.
 * @throws ApiError
 */
export const checkClient = async (scope: Scope, ask: Ask, outer: AbortSignal): Promise<ClientCheck> => {
  const stop = new AbortController()
  const signal = AbortSignal.any([outer, stop.signal])
  const asking = { scope, ask, signal }
  try {
    const [objects, { at, offset, today, isAll }] = await Promise.all([
      loadObjects(scope, undefined, signal, (request) => ask(request, signal)),
      loadToday(asking),
    ])
    if (!isAll) throw new ApiError('bad-response')
    const errors: unknown[] = []
    const weeks = await Promise.all(
      Array.from({ length: NORM_WEEKS }, (_, week) =>
        loadWeek(asking, addDays(today.day, -7 * (week + 1)), at, offset).catch((error: unknown) => {
          if (!isApiError(error, ...PASSING)) throw error
          errors.push(error)
          return null
        }),
      ),
    )
    if (weeks.filter((week) => week !== null).length < WEEKS_NEEDED)
      throw errors[0] ?? new ApiError('bad-response')
    return { at, offset, objects: objects.records, allObjects: isWhole(objects.gaps), today, weeks }
  } finally {
    // What was still under way when one of them failed is of no use.
    stop.abort()
  }
}
