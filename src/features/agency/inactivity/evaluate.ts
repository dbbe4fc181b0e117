import { minuteOf } from '#/i18n/format.ts'
import { isUntracked, silence, type ObjectInactivity } from '#/analytics/evaluation/inactivity.ts'
import type { ObjRead } from '#/contract/object.ts'
import type { ClientCheck, CheckedContact } from './client-check.ts'
import { momentAt, type Moment } from '#/contract/day.ts'

/** An object with what is known of its silence, and what that was made from. */
export interface JudgedObject {
  readonly object: ObjRead
  readonly silence: ObjectInactivity
  /** The moment it was judged at on its own clock, and that clock's offset; null: it has no contacts, this device's. */
  readonly now: Moment
  readonly offset: number | null
  /** Days of the weeks that make its norm, in the order of `silence.weeks`, and how many did not come. */
  readonly days: readonly string[]
  readonly missingWeeks: number
  /** Its contacts whose date cannot be read. */
  readonly undated: number
  /** Records of its client that may belong to any of the client's objects. */
  readonly unreadable: number
}

/** The verdicts on a client's objects. */
export interface JudgedClient {
  /** The day that was judged, of most objects. */
  readonly day: string
  readonly objects: readonly JudgedObject[]
  /** Objects whose own day has not been read: nothing can be said of them. */
  readonly otherDay: number
  /** Objects whose tracking is off: nothing is expected of them. */
  readonly untracked: number
  /** Weeks that did not come, and whether the list of objects is whole (G1). */
  readonly missingWeeks: number
  readonly allObjects: boolean
}

/** The offset of the newest contact that has one. */
const offsetOf = (contacts: readonly CheckedContact[]): number | undefined => {
  const clocks = contacts.flatMap(({ at }) => (at !== null && at.offset !== null ? [at] : []))
  return clocks.toSorted((a, b) => b.utc - a.utc)[0]?.offset ?? undefined
}

/** Judges a client's objects, each by its own clock and its own norm. */
export const judgeClient = (checks: readonly ClientCheck[]): JudgedClient => {
  const [first, ...others] = checks.map(judgeDay)
  return others.reduce(
    (all, one) => ({
      ...all,
      objects: [...all.objects, ...one.objects],
      otherDay: all.otherDay + one.otherDay,
      untracked: all.untracked + one.untracked,
      missingWeeks: Math.max(all.missingWeeks, one.missingWeeks),
    }),
    first!,
  )
}

const judgeDay = (check: ClientCheck): JudgedClient => {
  const { at, today, objects, allObjects } = check
  const weeks = check.weeks.filter((week) => week !== null)
  const missingWeeks = check.weeks.length - weeks.length
  const loaded = [today, ...weeks]
  const unreadable = loaded.reduce((sum, day) => sum + day.unreadable, 0)
  const byDay = loaded.map(({ day, contacts }) => ({
    day,
    byObject: Map.groupBy(contacts, ({ oid }) => oid),
  }))

  const judgeObject = (object: ObjRead): JudgedObject => {
    const own = byDay.map(({ day, byObject }) => ({ day, contacts: byObject.get(object.oid) ?? [] }))
    const contacts = own.flatMap((day) => day.contacts)
    // What another clock has put into the answer for a day is not of that day.
    const minutes = own.map(({ day, contacts: some }) =>
      some.flatMap((contact) => (contact.at?.day === day ? [minuteOf(contact.at)] : [])),
    )
    const offset = offsetOf(contacts) ?? check.offset
    const now = momentAt(at, offset)
    const [ofToday = [], ...before] = minutes
    return {
      object,
      silence: silence(now.minute, ofToday, before),
      now,
      offset,
      days: weeks.map(({ day }) => day),
      missingWeeks,
      undated: contacts.filter((contact) => contact.at === null).length,
      unreadable,
    }
  }

  const tracked = objects.filter((object) => !isUntracked(object))
  const judged = tracked.map(judgeObject)
  const ofTheDay = judged.filter(({ now }) => now.day === today.day)
  return {
    day: today.day,
    objects: ofTheDay,
    otherDay: judged.length - ofTheDay.length,
    untracked: objects.length - tracked.length,
    missingWeeks,
    allObjects,
  }
}

/** An object and whose it is. */
export interface WallObject<C> extends JudgedObject {
  readonly client: C
}

/** The verdicts on the objects of many clients. */
export interface InactivityVerdicts<C> {
  /** Silent and unusual ones, the least likely first. */
  readonly quiet: readonly WallObject<C>[]
  readonly normal: number
  /** So quiet usually that nothing at all would not tell; the busiest first. */
  readonly tooQuiet: readonly WallObject<C>[]
  readonly otherDay: number
  readonly untracked: number
}

export const wallOf = <C>(
  clients: readonly { readonly client: C; readonly judged: JudgedClient }[],
): InactivityVerdicts<C> => {
  const objects = clients.flatMap(({ client, judged }) => judged.objects.map((one) => ({ ...one, client })))
  const of = (...verdicts: readonly ObjectInactivity['verdict'][]) =>
    objects.filter((one) => verdicts.includes(one.silence.verdict))
  const sum = (count: (judged: JudgedClient) => number) =>
    clients.reduce((total, { judged }) => total + count(judged), 0)
  return {
    quiet: of('silent', 'unusual').toSorted((a, b) => a.silence.chance - b.silence.chance),
    normal: of('normal').length,
    tooQuiet: of('too_quiet', 'too_few_weeks').toSorted((a, b) => b.silence.usual - a.silence.usual),
    otherDay: sum(({ otherDay }) => otherDay),
    untracked: sum(({ untracked }) => untracked),
  }
}
