import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { evaluateInactivity } from '#/server/metrics/evaluation/inactivity.ts'
import { wilson } from '#/analytics/evaluation/wilson.ts'
import { CALL_STATUS, MISSED_STATUSES } from '#/contract/codes.ts'
import { openReferenceDatabase } from '#/server/reference/api.ts'
import { makeSampleData } from '#/server/reference/sample-data.ts'
import type { ReferenceDatabase } from '#/server/reference/schema.ts'
import { DAY, HOUR, MINUTE } from './calendar.ts'
import { accountOf } from './catalogue.ts'
import { sampleObject } from './objects.ts'
import { contactsInOrder } from './schedule.ts'
import { SAMPLE_STORIES } from './stories.ts'

/*
 * The sample's stories are visible at any hour of the week. 168 samples would take an hour, so one full sample is examined from
 * every hour of its last week. In February, the weakest season.
 */
const NOW = Date.parse('2026-02-16T00:30:00+03:00')
const CLOCKS = Array.from({ length: 7 * 24 }, (_, hour) => NOW - hour * HOUR)
const MISSED = [...MISSED_STATUSES].map((name) => CALL_STATUS[name])

let database: ReferenceDatabase
beforeAll(async () => {
  database = await openReferenceDatabase(':memory:')
  await makeSampleData(database, { contacts: 60_000, seed: 1, now: NOW })
})
afterAll(() => database.destroy())

const idOf = async ({ account, object }: (typeof SAMPLE_STORIES)[keyof typeof SAMPLE_STORIES]) => {
  const { id } = await database
    .selectFrom('objects')
    .innerJoin('accounts', 'accounts.id', 'objects.account_id')
    .select('objects.id')
    .where('alias', '=', object)
    .where('email', '=', account)
    .executeTakeFirstOrThrow()
  return id
}

describe('at any hour of any weekday', () => {
  test('one of two busy objects is silent since its own midnight, by the judgement of the wall', async () => {
    const objects = await Promise.all(
      [SAMPLE_STORIES.silentToday, SAMPLE_STORIES.silentInTheEast].map(async (story) => {
        const { rows } = await sql<{ day: number; minute: number; offset: number }>`
          select (occurred_at / 60000 + utc_offset) / 1440 as day,
            (occurred_at / 60000 + utc_offset) % 1440 as minute, utc_offset as offset
          from contacts where object_id = ${await idOf(story)}`.execute(database)
        return { offset: rows[0]!.offset, days: Map.groupBy(rows, ({ day }) => day) }
      }),
    )
    expect(objects.map(({ offset }) => offset)).toEqual([180, 600])
    const unseen = CLOCKS.filter((clock) => {
      const verdicts = objects.map(({ offset, days }) => {
        const minutes = Math.floor(clock / MINUTE) + offset
        const day = Math.floor(minutes / 1440)
        const weeks = [1, 2, 3, 4, 5, 6, 7, 8].map((week) =>
          (days.get(day - 7 * week) ?? []).map(({ minute }) => minute),
        )
        return evaluateInactivity(minutes % 1440, [], weeks).verdict
      })
      // Clear silence: in summer, with a quarter fewer contacts, it is still unusual.
      return !verdicts.includes('silent')
    })
    expect(unseen.map((clock) => new Date(clock).toUTCString())).toEqual([])
  })

  test('they are silent since that midnight whenever the sample is made', () => {
    for (const { account, object } of [SAMPLE_STORIES.silentToday, SAMPLE_STORIES.silentInTheEast]) {
      const owner = accountOf(account)
      const made = owner.objects.map((spec) => sampleObject(owner, 1, spec, spec.id ?? 1))
      const own = made.find(({ alias }) => alias === object)!
      for (const now of CLOCKS) {
        const { zone } = own
        const midnight = zone.instantAt(Math.floor((now + zone.offsetAt(now) * MINUTE) / DAY) * DAY)
        const options = { total: 200, now, firstId: 1 }
        const times = [...contactsInOrder(now, [own], [], options)].flat().map(({ row }) => row.occurred_at)
        expect(times).toHaveLength(200)
        expect(Math.max(...times)).toBeLessThan(midnight)
        expect(Math.max(...times)).toBeGreaterThan(midnight - 7 * DAY)
      }
    }
  })

  test('an object has had calls enough in the last two days to see that it misses them suddenly', async () => {
    const story = SAMPLE_STORIES.deserted
    const id = await idOf(story)
    const count = async (from: number, to: number) => {
      const { calls, missed } = await database
        .selectFrom('contacts')
        .select((on) => [
          on.fn.countAll<number>().as('calls'),
          on.fn.countAll<number>().filterWhere('status', 'in', MISSED).as('missed'),
        ])
        .where('object_id', '=', id)
        .where('service_id', '=', 1)
        .where('occurred_at', '>', from)
        .where('occurred_at', '<=', to)
        .executeTakeFirstOrThrow()
      return { calls, missed }
    }
    const span = story.hours * HOUR
    const before = await count(NOW - 90 * DAY, NOW - span)
    const usual = wilson(before.missed, before.calls)!
    const late = await count(NOW - span, NOW)
    expect(wilson(late.missed, late.calls)!.low).toBeGreaterThan(usual.high)
    const counts = await Promise.all(CLOCKS.map((clock) => count(clock - span, clock)))
    const fewest = Math.min(...counts.map(({ calls }) => calls))
    // With the story's share missed, the ranges still do not overlap.
    expect(wilson(Math.floor(0.8 * fewest), fewest)!.low).toBeGreaterThan(usual.high)
  })
})
