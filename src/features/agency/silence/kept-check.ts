import type { KeptObjectsOfClient } from '#/api/roll-up/kept-objects.ts'
import type { ContactsOfDay } from '#/contract/archive/roll-up.ts'
import { MINUTE_MS, midnight } from '#/contract/day.ts'
import { timeOf } from '#/i18n/format.ts'
import { WEEKS_NEEDED, type CheckedContact, type ClientCheck } from './check-client.ts'

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

/** What our server keeps of a client, as if it had just been loaded from the service; null: it is not enough to judge by. */
export const keptCheck = ({ objects, days }: KeptObjectsOfClient): ClientCheck | null => {
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
