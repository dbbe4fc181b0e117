import type { ClientObjects } from '#/api/client-comparison/inactivity.ts'
import type { ContactsOfDay } from '#/contract/archive/client-comparison.ts'
import { MINUTE_MS, midnight } from '#/contract/day.ts'
import type { ObjRead } from '#/contract/object.ts'
import { timeOf, type WallClock } from '#/i18n/format.ts'

/** With fewer weeks there is no norm. */
const WEEKS_NEEDED = 4

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

/** Everything that the objects of a client are judged from which are on the same day. */
export interface ClientCheck {
  /** When today was looked at, in milliseconds. */
  readonly at: number
  /** The client's clock, that of its newest contact, in minutes east of UTC; null: there was none in three days. */
  readonly offset: number | null
  readonly objects: readonly ObjRead[]
  /** False: the service did not send the whole list of objects (G1). */
  readonly allObjects: boolean
  readonly today: DayOfContacts
  /** The same weekday of the weeks before, the last one first; null for one that is not here. */
  readonly weeks: readonly (DayOfContacts | null)[]
}

const contactsOf = ({ day, objects }: ContactsOfDay): CheckedContact[] =>
  objects.flatMap(({ oid, minutes, undated, offset }) => [
    ...minutes.map((minute) => ({
      oid,
      at: {
        day,
        time: timeOf(minute),
        hour: Math.floor(minute / 60),
        offset,
        utc: midnight(day) + minute * MINUTE_MS,
      },
    })),
    ...Array.from({ length: undated }, () => ({ oid, at: null })),
  ])

const dayOf = (day: ContactsOfDay) => ({
  day: day.day,
  contacts: contactsOf(day),
  unreadable: day.unreadable,
})

/**
 * What our server knows of a client, as objects are judged by it, by the day that it is where they are; null: it is not
 * enough.
 */
export const clientChecks = ({ objects, days }: ClientObjects): readonly ClientCheck[] | null => {
  if (objects === null) return null
  const checks = days.map(({ at, offset, today, weeks }) => ({
    at: Date.parse(at),
    offset,
    allObjects: objects.isAll,
    today: dayOf(today),
    weeks: weeks.map((week) => week && dayOf(week)),
  }))
  const enough = checks.filter(({ weeks }) => weeks.filter((week) => week !== null).length >= WEEKS_NEEDED)
  const checkOf = new Map(
    enough.flatMap((check, nth) =>
      [check.today, ...check.weeks].flatMap((day) =>
        (day?.contacts ?? []).map(({ oid }) => [oid, nth] as const),
      ),
    ),
  )
  // An object without a single contact is on the day of the others.
  const nthOf = ({ oid }: ObjRead) => checkOf.get(oid) ?? 0
  const some = enough.map((check, nth) => ({
    ...check,
    objects: objects.records.filter((object) => nthOf(object) === nth),
  }))
  return some.length === 0 ? null : some
}
