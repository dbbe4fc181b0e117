import type { ClientObjects } from '#/api/roll-up/inactivity.ts'
import type { ContactsOfDay } from '#/contract/archive/roll-up.ts'
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

/** Everything that the objects of a client are judged from. */
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

/** What our server knows of a client, as objects are judged by it; null: it is not enough. */
export const clientCheck = ({ objects, days }: ClientObjects): ClientCheck | null => {
  if (objects === null || days === null) return null
  const weeks = days.weeks.map((week) => week && dayOf(week))
  if (weeks.filter((week) => week !== null).length < WEEKS_NEEDED) return null
  return {
    at: Date.parse(days.at),
    offset: days.offset,
    objects: objects.records,
    allObjects: objects.isAll,
    today: dayOf(days.today),
    weeks,
  }
}
