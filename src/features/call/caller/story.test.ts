import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { CallerContacts } from '#/api/calls.ts'
import { call as callRecord, listedCall } from '#/contract/call.ts'
import { CALL_STATUS } from '#/contract/codes.ts'
import { DAY_MS } from '#/contract/day.ts'
import { storyFilters } from './story-filters.ts'
import { attempts, buildStory } from './caller-story.tsx'

const CALLER = '+79164821705'
const callOf = (fields: object) => callRecord.lenient.parse({ id: 1, caller: CALLER, ...fields })
const rowOf = (id: number, date: string | null, caller = `${CALLER};ext=12`) =>
  listedCall.lenient.parse({ id, date, caller })
const answer = (...contacts: CallerContacts['contacts']): CallerContacts => ({
  contacts,
  total: contacts.length,
  statuses: {},
  complete: true,
})
const NOW = Date.parse('2026-11-20T22:30:00Z')

describe('storyFilters', () => {
  test('ask for 90 days up to today on the contact’s own clock, and for the caller', () => {
    const of = (date: string | null) => storyFilters(callOf({ date }), NOW)
    expect(of('2026-11-20T13:21:00+00:00')).toEqual({
      period: 'custom',
      date_from: '2026-08-23',
      date_to: '2026-11-20',
      from_filter: CALLER,
    })
    expect(of('2026-09-01T13:21:00+03:00')).toMatchObject({ date_from: '2026-08-24', date_to: '2026-11-21' })
    expect(of('2026-11-20T13:21:00-12:00')).toMatchObject({ date_to: '2026-11-20' })
    for (const odd of ['yesterday', null, '2026-11-20T13:21:00'])
      expect(of(odd)).toMatchObject({ date_to: '2026-11-20' })
  })

  test('of a contact that is older, ask for the 90 days around it', () => {
    const of = (date: string) => storyFilters(callOf({ date }), NOW)
    expect(of('2026-01-01T13:21:00+03:00')).toMatchObject({ date_from: '2025-11-18', date_to: '2026-02-15' })
    expect(of('2026-08-23T00:00:00+00:00')).toMatchObject({ date_from: '2026-08-23', date_to: '2026-11-20' })
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2000 }), fc.integer({ min: -12, max: 14 }), (days, hours) => {
        const date = new Date(NOW - days * DAY_MS).toISOString().slice(0, 19)
        const offset = `${hours < 0 ? '-' : '+'}${String(Math.abs(hours)).padStart(2, '0')}:00`
        const filters = of(`${date}${offset}`)
        const day = date.slice(0, 10)
        expect(filters !== null && filters.date_from <= day && day <= filters.date_to).toBe(true)
      }),
    )
  })

  test.each([null, '12', 'x'.repeat(300)])('there is nothing to ask for %j', (caller) => {
    expect(storyFilters(callOf({ caller }), NOW)).toBeNull()
  })

  test('never throws, whatever the number and the date', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 3 }), fc.string(), (caller, date) => {
        const filters = storyFilters(callOf({ caller, date }), NOW)
        expect(filters === null || filters.from_filter === caller).toBe(true)
      }),
    )
  })
})

describe('buildStory', () => {
  const ids = (story: ReturnType<typeof buildStory>) => story.contacts.map(({ id }) => id)

  test('newest first by the moment, not by the digits of the clock', () => {
    const story = buildStory(
      callOf({ date: '2026-11-20T13:00:00+03:00' }),
      answer(
        rowOf(1, '2026-11-20T13:00:00+03:00'),
        rowOf(2, '2026-11-20T12:00:00+00:00'),
        rowOf(3, '2026-11-20T14:00:00+05:00'),
        rowOf(4, 'yesterday'),
        rowOf(5, null),
      ),
    )
    expect(ids(story)).toEqual([2, 1, 3, 4, 5])
    expect(story.listed).toBe(5)
  })

  test('leaves out longer numbers that hold this one', () => {
    const story = buildStory(
      callOf({ phone_number_from: '112', date: '2026-11-20T13:00:00+03:00' }),
      answer(rowOf(1, '2026-11-20T13:00:00+03:00', '112'), rowOf(2, null, '+79161121705')),
    )
    expect(ids(story)).toEqual([1])
  })

  test('holds the contact itself when it is older than what is listed', () => {
    const story = buildStory(
      callOf({ date: '2026-01-01T13:00:00+03:00' }),
      answer(rowOf(2, '2026-11-20T13:00:00+03:00')),
    )
    expect(ids(story)).toEqual([2, 1])
    expect(story.listed).toBe(1)
  })
})

describe('attempts', () => {
  const of = (...statuses: (keyof typeof CALL_STATUS)[]) =>
    attempts(statuses.map((name) => callOf({ status: CALL_STATUS[name] })))

  test('count the missed calls in a row, newest first, until somebody has talked with them', () => {
    expect(of('noanswer', 'catch_form', 'busy', 'answer', 'cancel')).toEqual({ missed: 2, gotThrough: false })
    expect(of('email_incoming', 'chat', 'noanswer', 'sms_incoming', 'cancel', 'answer', 'busy')).toEqual({
      missed: 2,
      gotThrough: true,
    })
    expect(of('noanswer')).toEqual({ missed: 1, gotThrough: false })
    for (const quiet of [of(), of('answer'), of('answer', 'answer', 'busy'), of('chat', 'catch_form')])
      expect(quiet).toBeNull()
  })
})
