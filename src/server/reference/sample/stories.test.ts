import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { CALL_STATUS, MISSED_STATUSES } from '#/contract/codes.ts'
import { customerStatus } from '#/contract/customer-status.ts'
import { openReferenceDatabase } from '#/server/reference/api.ts'
import { makeSampleData } from '#/server/reference/sample-data.ts'
import type { ReferenceDatabase } from '#/server/reference/schema.ts'
import { accountOf } from './catalogue.ts'
import { DAY, HOUR, MINUTE } from './calendar.ts'
import { dealOf } from '#/server/reference/sample/contacts.ts'
import { personOf } from './people.ts'
import { sampleObject } from './objects.ts'
import { createRandom } from './random.ts'
import { SAMPLE_STORIES } from './stories.ts'

const NOW = Date.parse('2026-11-20T14:06:00+03:00')
const OFFSET = 180 * MINUTE
const MISSED: ReadonlySet<number> = new Set([...MISSED_STATUSES].map((name) => CALL_STATUS[name]))

let database: ReferenceDatabase
beforeAll(async () => {
  database = await openReferenceDatabase(':memory:')
  await makeSampleData(database, { contacts: 60_000, seed: 1, now: NOW })
})
afterAll(() => database.destroy())

const objectOf = ({ account, object }: (typeof SAMPLE_STORIES)[keyof typeof SAMPLE_STORIES]) =>
  database
    .selectFrom('objects')
    .innerJoin('accounts', 'accounts.id', 'objects.account_id')
    .selectAll('objects')
    .where('alias', '=', object)
    .where('email', '=', account)
    .executeTakeFirstOrThrow()

/** A story's contacts, oldest first. */
const contactsOf = async (story: (typeof SAMPLE_STORIES)[keyof typeof SAMPLE_STORIES]) =>
  database
    .selectFrom('contacts')
    .selectAll()
    .where('object_id', '=', (await objectOf(story)).id)
    .orderBy('occurred_at')
    .execute()
type Contacts = Awaited<ReturnType<typeof contactsOf>>

const isCall = (contact: Contacts[number]) => contact.service_id === 1
const missedShare = (calls: Contacts) =>
  calls.filter(({ status }) => MISSED.has(status)).length / calls.length
/** Ends of the 95% range of a share of n (Wilson): without overlap it is no accident. */
const range = (share: number, n: number) => {
  const z = 1.96
  const middle = (share + z ** 2 / (2 * n)) / (1 + z ** 2 / n)
  const half = (z / (1 + z ** 2 / n)) * Math.sqrt((share * (1 - share)) / n + z ** 2 / (4 * n ** 2))
  return { low: middle - half, high: middle + half }
}

describe('stories', () => {
  test('every one is of an object that is there', async () => {
    const objects = await Promise.all(Object.values(SAMPLE_STORIES).map(objectOf))
    expect(objects.map(({ alias }) => alias)).toEqual(
      Object.values(SAMPLE_STORIES).map(({ object }) => object),
    )
  })

  test('a lost snippet: since last Tuesday fewer contacts, and none with web attribution', async () => {
    const story = SAMPLE_STORIES.lostSnippet
    const lostAt = story.since(NOW + OFFSET) - OFFSET
    expect(lostAt).toBe(Date.parse('2026-11-17T11:40:00+03:00'))
    const contacts = await contactsOf(story)
    const between = (from: number, to: number) =>
      contacts.filter(({ occurred_at: at }) => at > from && at <= to)
    const after = between(lostAt, NOW)
    expect(after.length).toBeGreaterThan(0)
    expect(after.filter(({ src, request_uri, custom_data }) => src ?? request_uri ?? custom_data)).toEqual([])
    // The same stretch of the eight weeks before.
    const weeks = [1, 2, 3, 4, 5, 6, 7, 8].map((week) =>
      between(lostAt - week * 7 * DAY, NOW - week * 7 * DAY),
    )
    const norm = weeks.flat().length / weeks.length
    expect(after.length).toBeLessThan(norm * 0.6)
    expect(weeks.flat().filter(({ src }) => src !== null).length).toBeGreaterThan(weeks.flat().length * 0.8)
  })

  test('an object went silent at an hour that usually has contacts', async () => {
    const story = SAMPLE_STORIES.silent
    const contacts = await contactsOf(story)
    const since = (now: number) =>
      contacts.filter(({ occurred_at: at }) => at > now - story.hours * HOUR && at <= now).length
    expect(since(NOW)).toBe(0)
    const before = Array.from({ length: 8 }, (_, week) => since(NOW - (week + 1) * 7 * DAY))
    expect(before.filter((count) => count > 0).length).toBeGreaterThan(4)
  })

  test('two objects that are busy day and night are silent since midnight, each by its own clock', async () => {
    for (const story of [SAMPLE_STORIES.silentToday, SAMPLE_STORIES.silentInTheEast]) {
      const contacts = await contactsOf(story)
      const { utc_offset: offset } = contacts.at(-1)!
      const today = Math.floor((NOW + offset * MINUTE) / DAY) * DAY - offset * MINUTE
      expect(contacts.filter(({ occurred_at: at }) => at >= today)).toEqual([])
      // The days before were ordinary, their nights too.
      const before = contacts.filter(({ occurred_at: at }) => at >= today - 7 * DAY)
      expect(before.length).toBeGreaterThan(10)
      const nightly = contacts.filter(({ occurred_at: at }) => (at + offset * MINUTE) % DAY < 6 * HOUR)
      expect(nightly.length / contacts.length).toBeGreaterThan(0.15)
    }
  })

  test('an object suddenly misses most of its calls', async () => {
    const story = SAMPLE_STORIES.deserted
    const calls = (await contactsOf(story)).filter(isCall)
    const late = calls.filter(({ occurred_at: at }) => at > NOW - story.hours * HOUR)
    const early = calls.filter(({ occurred_at: at }) => at <= NOW - story.hours * HOUR)
    expect(late.length).toBeGreaterThan(1)
    expect(missedShare(late)).toBeGreaterThan(0.5)
    expect(missedShare(early)).toBeLessThan(0.25)
  })

  test('a source brings many contacts and no target', async () => {
    const story = SAMPLE_STORIES.barrenSource
    const contacts = (await contactsOf(story)).filter(({ src }) => src === story.source)
    expect(contacts.length).toBeGreaterThan(200)
    expect(contacts.filter(({ target }) => target === 1)).toEqual([])
  })

  test('a source misses more calls than the others, beyond chance', async () => {
    const story = SAMPLE_STORIES.leakySource
    const calls = (await contactsOf(story)).filter(isCall)
    const own = calls.filter(({ src }) => src === story.source)
    const others = calls.filter(({ src }) => src !== story.source)
    expect(range(missedShare(own), own.length).low).toBeGreaterThan(
      range(missedShare(others), others.length).high,
    )
  })

  test('a campaign stopped weeks ago', async () => {
    const { endedDaysAgo, title, ...story } = SAMPLE_STORIES.stoppedCampaign
    const contacts = (await contactsOf({ ...story, title, endedDaysAgo })).filter(
      ({ src, source_title }) => src === story.source && source_title === title,
    )
    expect(contacts.length).toBeGreaterThan(30)
    const daysAgo = (NOW - (contacts.at(-1)?.occurred_at ?? 0)) / DAY
    expect(daysAgo).toBeGreaterThan(endedDaysAgo.least)
    expect(daysAgo).toBeLessThan(endedDaysAgo.most)
  })

  test('calls are missed at lunch', async () => {
    const story = SAMPLE_STORIES.missedAtLunch
    const calls = (await contactsOf(story)).filter(isCall)
    const at = (from: number, to: number) =>
      calls.filter(({ occurred_at, utc_offset }) => {
        const hour = new Date(occurred_at + utc_offset * MINUTE).getUTCHours()
        return hour >= from && hour < to
      })
    expect(missedShare(at(story.hour, story.hour + 1))).toBeGreaterThan(2 * missedShare(at(10, 12)))
  })

  test('deals ripen: young ones have no price, old ones are closed', async () => {
    const story = SAMPLE_STORIES.ripeningDeals
    const deals = (await contactsOf(story)).flatMap(({ occurred_at, customer_status }) =>
      customer_status === null
        ? []
        : [
            {
              days: (NOW - occurred_at) / DAY,
              ...customerStatus.documented.parse(JSON.parse(customer_status)),
            },
          ],
    )
    const share = (some: typeof deals, is: (deal: (typeof deals)[number]) => boolean) =>
      some.filter(is).length / some.length
    const young = deals.filter(({ days }) => days < story.medianDays / 4)
    const ripe = deals.filter(({ days }) => days > story.medianDays * 4)
    expect(share(young, ({ price }) => price === null)).toBeGreaterThan(0.5)
    expect(share(young, ({ date_close }) => date_close !== null)).toBeLessThan(0.2)
    expect(share(ripe, ({ date_close }) => date_close !== null)).toBeGreaterThan(0.9)
    expect(new Set(ripe.map(({ status }) => status))).toContain('Отказ')
    expect(new Set(ripe.map(({ status }) => status))).toContain('Оплачено')
  })

  test('one deal, looked at every day: new, estimated, under contract, paid; never back', () => {
    const account = accountOf('igor@domograd.ru')
    const [spec] = account.objects
    const object = sampleObject(account, 1, spec!, 101)
    const ends = new Set<string>()
    for (let seed = 1; seed <= 20; seed++) {
      const days = Array.from({ length: 300 }, (_, day) =>
        dealOf(
          createRandom(seed),
          object,
          { at: NOW, offset: 180, caller: 1, person: personOf(1, object.words) },
          NOW + HOUR + day * DAY,
        ),
      )
      const statuses = [...new Set(days.map(({ status }) => status))]
      const runs = days
        .filter(({ status }, day) => status !== days[day - 1]?.status)
        .map(({ status }) => status)
      expect(runs, 'no status comes back').toEqual(statuses)
      expect(statuses[0]).toBe('Новая заявка')
      expect(days[0]?.price).toBeNull()
      expect(new Set(days.map(({ id }) => id)).size, 'the same deal').toBe(1)
      const won = days.at(-1)?.status === 'Оплачено'
      expect(new Set(days.map(({ price }) => price)).size).toBeGreaterThanOrEqual(won ? 2 : 1)
      expect(days.at(-1)?.price).toBeGreaterThan(0)
      ends.add(days.at(-1)?.status ?? '')
    }
    expect(ends).toEqual(new Set(['Оплачено', 'Отказ']))
  })

  test('an object runs out of sessions, one has to be renewed, one ended', async () => {
    const { sessionsRunOut, renewSoon, ended } = SAMPLE_STORIES
    const details = async (story: typeof sessionsRunOut | typeof renewSoon): Promise<unknown> =>
      JSON.parse((await objectOf(story)).details)
    const running = z
      .object({ sessions_used: z.number(), sessions: z.number(), needs_increasing: z.literal(true) })
      .parse(await details(sessionsRunOut))
    expect(running.sessions_used).toBe((running.sessions * sessionsRunOut.percent) / 100)
    const day = new Date(NOW + renewSoon.daysLeft * DAY).toISOString().slice(0, 10)
    expect(await details(renewSoon)).toMatchObject({
      expiration_date: expect.stringContaining(day.split('-').toReversed().join('.')),
      needs_renewing: true,
    })
    const last = (await contactsOf(ended)).at(-1)?.occurred_at ?? NOW
    expect(last).toBeLessThan(NOW - ended.endedDaysAgo * DAY)
  })
})
