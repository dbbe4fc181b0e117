import { describe, expect, it } from 'vitest'
import type { ObjRead } from '#/contract/object.ts'
import { obj } from '#/contract/object.ts'
import { parseWallClock } from '#/i18n/format.ts'
import { exampleOf } from '#/test/api-document.ts'
import type { ClientCheck, CheckedContact } from './client-check.ts'
import { addDays } from '#/contract/day.ts'
import { judgeClient, wallOf } from './evaluate.ts'

const DAY = '2026-11-20'
const WEEKS = Array.from({ length: 8 }, (_, week) => addDays(DAY, -7 * (week + 1)))
const object = (oid: string, more: Partial<ObjRead> = {}): ObjRead => ({
  ...obj.lenient.parse({ ...exampleOf('obj'), oid }),
  is_tracking: true,
  status: 'active',
  ...more,
})
const contact = (oid: string, date: string | null): CheckedContact => ({ oid, at: parseWallClock(date) })
/** So many contacts of an object in each hour from nine on until fourteen. */
const hourly = (oid: string, day: string, perHour: number, offset = '+03:00') =>
  [9, 10, 11, 12, 13].flatMap((hour) =>
    Array.from({ length: perHour }, (_, index) =>
      contact(oid, `${day}T${String(hour).padStart(2, '0')}:${String(index + 10)}:00${offset}`),
    ),
  )
const dayOf = (day: string, contacts: readonly CheckedContact[], unreadable = 0) => ({
  day,
  contacts,
  unreadable,
})
const checkOf = (
  objects: readonly ObjRead[],
  today: readonly CheckedContact[],
  week: (day: string) => readonly CheckedContact[],
  more: Partial<ClientCheck> = {},
): ClientCheck[] => [
  {
    at: Date.parse(`${DAY}T14:00:00+03:00`),
    offset: 180,
    objects,
    allObjects: true,
    today: dayOf(DAY, today),
    weeks: WEEKS.map((day) => dayOf(day, week(day))),
    ...more,
  },
]

describe('a client', () => {
  it('is judged object by object, each by its own contacts', () => {
    const { objects } = judgeClient(
      checkOf([object('a'), object('b'), object('c')], hourly('a', DAY, 3), (day) => [
        ...hourly('a', day, 3),
        ...hourly('b', day, 3),
      ]),
    )
    expect(objects.map(({ silence: { verdict, contacts, usual } }) => [verdict, contacts, usual])).toEqual([
      ['normal', 15, 15],
      ['silent', 0, 15],
      ['too_quiet', 0, 0],
    ])
    expect(objects[1]).toMatchObject({ days: WEEKS, silence: { weeks: WEEKS.map(() => 15) } })
  })

  it('leaves out and counts what is not tracked', () => {
    const judged = judgeClient(
      checkOf(
        [
          object('a', { is_tracking: null }),
          object('b', { is_tracking: false }),
          object('c', { status: 'disabled' }),
          object('d', { status: 'deleted' }),
        ],
        [],
        () => [],
      ),
    )
    expect(judged).toMatchObject({ untracked: 3, otherDay: 0 })
    expect(judged.objects.map((one) => one.object.oid)).toEqual(['a'])
  })

  it('counts what could not be read, and the weeks that did not come', () => {
    const [judged] = judgeClient(
      checkOf([object('a')], [contact('a', 'yesterday'), contact('b', null)], () => [], {
        weeks: [
          null,
          dayOf(WEEKS[1]!, [contact('a', null), ...hourly('a', WEEKS[1]!, 1)], 2),
          ...WEEKS.slice(2).map((day) => dayOf(day, hourly('a', day, 1))),
        ],
      }),
    ).objects
    expect(judged).toMatchObject({ undated: 2, unreadable: 2, missingWeeks: 1, days: WEEKS.slice(1) })
    expect(judged?.silence.weeks).toEqual([5, 5, 5, 5, 5, 5, 5])
  })

  it('follows each object’s own clock: by the newest of its contacts', () => {
    const { objects } = judgeClient(
      checkOf(
        [object('a'), object('b'), object('c')],
        [...hourly('a', DAY, 1, '+05:00'), ...hourly('b', DAY, 1)],
        (day) => hourly('a', day, 1, '+06:00'),
      ),
    )
    expect(objects.map(({ now, offset }) => [now.minute / 60, offset])).toEqual([
      [16, 300],
      [14, 180],
      [14, 180],
    ])
  })

  it('does not judge an object that is on a day that was not read', () => {
    const judged = judgeClient(
      checkOf(
        [object('a'), object('b')],
        [contact('a', `${DAY}T23:50:00+03:00`)],
        (day) => hourly('b', day, 4, '+05:00'),
        {
          at: Date.parse(`${DAY}T23:55:00+03:00`),
        },
      ),
    )
    expect(judged.otherDay).toBe(1)
    expect(judged.objects.map((one) => one.object.oid)).toEqual(['a'])
  })

  it('judges each object on its own day, where it is another one than most objects are on', () => {
    const before = addDays(DAY, -1)
    const [here] = checkOf([object('a')], [], (day) => hourly('a', day, 3))
    const there = {
      ...here!,
      objects: [object('b')],
      today: dayOf(before, hourly('b', before, 3, '-10:00')),
      weeks: WEEKS.map((day) => dayOf(addDays(day, -1), hourly('b', addDays(day, -1), 3, '-10:00'))),
    }
    const { day, objects, otherDay } = judgeClient([
      { ...here!, at: Date.parse(`${DAY}T10:00:00+03:00`) },
      { ...there, at: Date.parse(`${DAY}T10:00:00+03:00`) },
    ])
    expect({ day, otherDay }).toEqual({ day: DAY, otherDay: 0 })
    expect(
      objects.map(({ object: { oid }, now, silence: { contacts, usual } }) => [
        oid,
        now.day,
        contacts,
        usual,
      ]),
    ).toEqual([
      ['a', DAY, 0, 3],
      ['b', before, 15, 15],
    ])
  })

  it('does not count what another clock has put into the answer for a day', () => {
    const [judged] = judgeClient(
      checkOf(
        [object('a')],
        [contact('a', '2026-11-21T00:10:00+05:00')],
        (day) => [contact('a', `${addDays(day, 1)}T00:10:00+05:00`)],
        { at: Date.parse(`${DAY}T12:00:00+05:00`) },
      ),
    ).objects
    expect(judged?.silence).toMatchObject({ contacts: 0, usual: 0 })
  })
})

describe('the wall', () => {
  it('ranks over all clients, the least likely first, and counts the rest', () => {
    const judged = (stopped: number, normal: number) =>
      judgeClient(
        checkOf([object('a'), object('b'), object('q')], hourly('b', DAY, normal), (day) => [
          ...hourly('a', day, stopped),
          ...hourly('b', day, normal),
          ...hourly('q', day, 0),
        ]),
      )
    const wall = wallOf([
      { client: 'one', judged: judged(2, 3) },
      { client: 'two', judged: judged(4, 3) },
    ])
    expect(wall.quiet.map(({ client, object: { oid } }) => `${client} ${oid}`)).toEqual(['two a', 'one a'])
    expect(wall).toMatchObject({ normal: 2, otherDay: 0, untracked: 0 })
    expect(wall.tooQuiet).toHaveLength(2)
    expect(wallOf([])).toEqual({ quiet: [], normal: 0, tooQuiet: [], otherDay: 0, untracked: 0 })
  })
})
