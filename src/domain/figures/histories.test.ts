import { describe, expect, it } from 'vitest'
import { append, createDataset, type Dataset } from '#/server/metrics/columns/dataset.ts'
import { changesOf } from '#/server/metrics/figures/changes.ts'
import type { ChangesQuestion } from '#/contract/figures/questions.ts'
import { addDays, dayNumber, daysBetween, weekdayOf } from '#/contract/day.ts'
import { listedCall } from '#/contract/call.ts'
import { partName } from './change-part-labels.ts'
import { changeSentence, effectLines } from './change-sentence.ts'

/* Ten hand-made histories, each with the explanation a good analyst would give. */

/** Contacts a day from one source to one object. */
interface Flow {
  readonly source: string
  readonly object?: string
  readonly manager?: string
  readonly daily: (day: string) => number
  readonly hour?: number
  /** Share of target contacts. */
  readonly target?: (day: string) => number
}

const WAVES = [2, -1, 1, -2]
const steady = (count: number) => (day: string) => count + WAVES[dayNumber(day) % WAVES.length]!
const isNow = (day: string) => day >= '2026-11-02'
/** One level before, another since the second period. */
const changed = (before: number, now: number) => (day: string) => {
  const count = isNow(day) ? now : before
  return count === 0 ? 0 : steady(count)(day)
}

const contactsOf = (flows: readonly Flow[], from: string, to: string): Dataset => {
  const data = createDataset()
  let id = dayNumber(from) * 10_000
  for (let nth = 0; nth <= daysBetween(from, to); nth++) {
    const day = addDays(from, nth)
    for (const { source, object = 'Office', manager, daily, hour, target = () => 0 } of flows) {
      const count = daily(day)
      const targets = Math.round(count * target(day))
      append(
        data,
        Array.from({ length: count }, (_, at) =>
          listedCall.lenient.parse({
            id: id++,
            obj_oid: object,
            object: { title: object },
            date: `${day}T${String(hour ?? 9 + (at % 9)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}:00+03:00`,
            status: 2,
            source: { title: source },
            ...(manager !== undefined && { managers: manager }),
            target: at < targets,
            phone_number_from: `7903${id}`,
            caller: `+7903${id}`,
          }),
        ),
      )
    }
  }
  return data
}

const range = (from: string, to: string) => ({ first: dayNumber(from), last: dayNumber(to) })
const FOUR_WEEKS = [
  ['2026-10-05', '2026-11-01'],
  ['2026-11-02', '2026-11-29'],
] as const
const counted = (
  flows: readonly Flow[],
  [[beforeFrom, beforeTo], [from, to]]: readonly [
    readonly [string, string],
    readonly [string, string],
  ] = FOUR_WEEKS,
  overrides: Partial<ChangesQuestion> = {},
) => {
  const question: ChangesQuestion = {
    metric: 'contacts',
    by: null,
    filters: [],
    days: range(from, to),
    comparedDays: range(beforeFrom, beforeTo),
    comparedMonths: null,
    won: [],
    now: null,
    isComplete: true,
    ...overrides,
  }
  const changes = changesOf(contactsOf(flows, from, to), contactsOf(flows, beforeFrom, beforeTo), question)
  return { question, changes }
}
const explained = (...parameters: Parameters<typeof counted>) => {
  const { question, changes } = counted(...parameters)
  const sentence = changeSentence(question.metric, changes, 'before', (oid) => oid)
  return {
    says: [
      `${sentence?.head}${sentence?.rest}`,
      ...(sentence?.renamed ? [sentence.renamed] : []),
      ...effectLines(question.metric === 'target_rate' ? changes.lead : null),
    ],
    rows: [...(changes.lead?.rows ?? []), ...(changes.lead?.others ? [changes.lead.others] : [])].map(
      (row) => `${partName(row, (oid) => oid)} ${row.change}`,
    ),
    also: changes.also.map((row) => `${partName(row, (oid) => oid)} ${row.change}`),
  }
}

describe('what a good analyst would say when', () => {
  it('one source falls while many grow a little', () => {
    expect(
      explained([
        { source: 'Search', daily: changed(10, 6) },
        ...['Maps', 'Direct', 'Ads', 'Partner', 'Blog'].map((source) => ({ source, daily: changed(10, 11) })),
      ]).says,
    ).toEqual(['28 more contacts than before (+1.7%), although Search −112.'])
  })

  it('one source stops', () => {
    expect(
      explained([
        { source: 'Search', daily: changed(5, 0) },
        { source: 'Maps', daily: steady(10) },
        { source: 'Direct', daily: steady(8) },
      ]),
    ).toEqual({
      says: ['140 fewer contacts than before (−21.7%): Search −140.'],
      rows: ['Search -140', '2 other sources 0'],
      also: [],
    })
  })

  it('a source grows, and one day stands out as well', () => {
    const grown = { source: 'Search', daily: changed(3, 10) }
    const odd = { source: 'Maps', daily: (day: string) => (day === '2026-11-18' ? 180 : steady(40)(day)) }
    const { says, also } = explained([grown, { source: 'Direct', daily: changed(13, 10) }, odd])
    expect([...says, ...also].join(' ')).toMatch(/: Search \+196.* Nov 18 1[34]\d$/)
  })

  it('one object falls silent', () => {
    expect(
      explained([
        { source: 'Search', object: 'North', daily: changed(5, 0) },
        { source: 'Maps', object: 'North', daily: changed(4, 0) },
        { source: 'Search', object: 'South', daily: steady(12) },
        { source: 'Maps', object: 'South', daily: steady(12) },
      ]),
    ).toEqual({
      says: ['252 fewer contacts than before (−27.3%): North −252.'],
      rows: ['North -252', 'South 0'],
      also: [],
    })
  })

  it('the mix shifts and no rate changes', () => {
    expect(
      explained(
        [
          { source: 'Search', daily: (day) => (isNow(day) ? 10 : 30), target: () => 0.5 },
          { source: 'Social', daily: (day) => (isNow(day) ? 30 : 10), target: () => 0.1 },
        ],
        FOUR_WEEKS,
        { metric: 'target_rate' },
      ),
    ).toEqual({
      says: [
        '20.0 points lower than before. Mostly Search: its share fell from 75.0% to 25.0%.',
        '−20.0 points: a smaller share came from where the rate is high',
      ],
      rows: ['Search -100', 'Social -100'],
      also: [],
    })
  })

  it('every rate rises and all together falls', () => {
    expect(
      explained(
        [
          {
            source: 'Search',
            daily: (day) => (isNow(day) ? 10 : 40),
            target: (day) => (isNow(day) ? 0.6 : 0.5),
          },
          {
            source: 'Social',
            daily: (day) => (isNow(day) ? 40 : 10),
            target: (day) => (isNow(day) ? 0.2 : 0.1),
          },
        ],
        FOUR_WEEKS,
        { metric: 'target_rate' },
      ),
    ).toEqual({
      says: [
        '14.0 points lower than before. Mostly Search: its share fell from 80.0% to 20.0%.',
        '−24.0 points: a smaller share came from where the rate is high',
        '+10.0 points: the rates themselves rose',
      ],
      rows: ['Search -70', 'Social -70'],
      also: [],
    })
  })

  it('a source goes by another name', () => {
    expect(
      explained([
        { source: 'Яндекс Директ', daily: changed(9, 0) },
        { source: 'Yandex Direct', daily: changed(0, 9) },
        { source: 'Maps', daily: steady(10) },
      ]),
    ).toEqual({
      says: [
        'No change from before. Normal variation, no single cause.',
        '“Yandex Direct” looks like the new name of “Яндекс Директ”.',
      ],
      rows: [],
      also: [],
    })
  })

  it('everything is down evenly', () => {
    expect(
      explained([
        { source: 'Search', object: 'North', daily: changed(20, 14) },
        { source: 'Search', object: 'South', daily: changed(20, 14) },
        { source: 'Maps', object: 'North', daily: changed(10, 7) },
        { source: 'Maps', object: 'South', daily: changed(10, 7) },
      ]),
    ).toEqual({
      says: ['504 fewer contacts than before (−30.0%). Spread evenly, no single cause.'],
      rows: [],
      also: [],
    })
  })

  it('numbers are tiny', () => {
    expect(
      explained([
        { source: 'Search', daily: (day) => (day === '2026-11-03' ? 1 : 0) },
        { source: 'Maps', daily: (day) => (day === '2026-10-20' ? 3 : day.endsWith('-10') ? 1 : 0) },
      ]),
    ).toEqual({
      says: ['2 fewer contacts than before (−50.0%). Normal variation, no single cause.'],
      rows: [],
      also: [],
    })
  })

  it('an object is new', () => {
    expect(
      explained([
        { source: 'Search', object: 'North', daily: steady(12) },
        { source: 'Maps', object: 'North', daily: steady(12) },
        { source: 'Search', object: 'New', daily: changed(0, 3) },
        { source: 'Maps', object: 'New', daily: changed(0, 3) },
      ]),
    ).toEqual({
      says: ['168 more contacts than before (+25.0%): New +168.'],
      rows: ['New 168', 'North 0'],
      also: [],
    })
  })

  it('months are of unequal length, and nothing else', () => {
    expect(
      explained(
        [
          { source: 'Search', daily: () => 10 },
          { source: 'Maps', daily: () => 5 },
        ],
        [
          ['2026-10-01', '2026-10-31'],
          ['2026-11-01', '2026-11-26'],
        ],
        { comparedMonths: 1 },
      ),
    ).toEqual({
      says: ['No change from before. Normal variation, no single cause.'],
      rows: [],
      also: [],
    })
  })

  it('today is not over', () => {
    // By noon a source has four of nine contacts, at 9, 10 and 11, in both periods.
    expect(
      explained(
        [
          { source: 'Search', daily: (day) => (isNow(day) ? 0 : 9) },
          { source: 'Maps', daily: (day) => (day === '2026-11-29' ? 3 : 9) },
        ],
        FOUR_WEEKS,
        { now: { day: dayNumber('2026-11-29'), minute: 12 * 60, offset: 180 } },
      ),
    ).toEqual({
      says: ['246 fewer contacts than before (−50.0%): Search −246.'],
      rows: ['Search -246', 'Maps 0'],
      also: [],
    })
  })

  it('a source falls at one object on Monday mornings', () => {
    const isMonday = (day: string) => weekdayOf(dayNumber(day)) === 0
    expect(
      explained([
        {
          source: 'Search',
          object: 'North',
          hour: 10,
          daily: (day) => (!isMonday(day) ? 6 : isNow(day) ? 0 : 27),
        },
        { source: 'Search', object: 'South', daily: steady(9) },
        { source: 'Maps', object: 'North', daily: steady(9) },
        { source: 'Maps', object: 'South', daily: steady(9) },
      ]),
    ).toEqual({
      says: ['108 fewer contacts than before (−10.7%): Monday 06:00–12:00 −108, mostly North.'],
      rows: ['Monday 06:00–12:00 -108', '13 other times 0'],
      also: [],
    })
  })

  it('one day alone is busy', () => {
    expect(
      explained([
        { source: 'Search', daily: (day) => (day === '2026-11-12' ? 90 : steady(10)(day)) },
        { source: 'Maps', daily: (day) => (day === '2026-11-12' ? 90 : steady(10)(day)) },
      ]),
    ).toEqual({
      says: ['162 more contacts than before (+28.9%): Nov 12 +159.'],
      rows: ['Nov 12 159', 'All other days 3'],
      also: [],
    })
  })

  it('two causes concern other contacts', () => {
    const objects = ['North', 'South', 'East', 'West', 'Centre']
    const others = ['Maps', 'Direct', 'Mail', 'Partners', 'Site', 'Chat bot']
    expect(
      explained(
        objects.flatMap((object) => [
          { source: 'Search', object, daily: changed(10, 4) },
          ...others.map((source) => ({
            source,
            object,
            daily: object === 'North' ? changed(5, 3) : steady(5),
          })),
        ]),
      ),
    ).toEqual({
      // Search: 5 objects × 6 × 28. North without it: 6 sources × 2 × 28.
      says: ['1,176 fewer contacts than before (−21.0%): Search −840.'],
      rows: ['Search -840', '6 other sources -336'],
      also: ['North -504'],
    })
  })

  it('a manager leaves, as told within the account and outside of it', () => {
    const of = (manager: string, source: string, object: string, daily: Flow['daily']): Flow => ({
      source,
      object,
      manager,
      daily,
    })
    const isSearched = [
      of('Anna', 'Search', 'North', changed(6, 0)),
      of('Anna', 'Maps', 'North', changed(6, 0)),
      of('Boris', 'Search', 'North', steady(6)),
      of('Boris', 'Maps', 'South', steady(18)),
    ]
    expect(explained(isSearched)).toMatchObject({ rows: ['Anna -336', 'Boris 0'] })
    expect(explained(isSearched, FOUR_WEEKS, { isShared: true })).toMatchObject({
      says: ['336 fewer contacts than before (−33.3%): North −336.'],
      rows: ['North -336', 'South 0'],
    })
    // Nothing else explains it: this is no even spread either.
    const isEven = ['Search', 'Maps'].flatMap((source) => [
      of('Anna', source, 'North', changed(6, 0)),
      of('Boris', source, 'North', steady(6)),
    ])
    expect(explained(isEven, FOUR_WEEKS, { isShared: true }).rows).toEqual(['Anna -336', 'Boris 0'])
  })

  // Of these, correcting for the forty largest parts alone calls some real.
  it.each([18, 20, 21, 34])('two hundred sources vary by chance alone, seed %i', (seed) => {
    let state = seed
    const random = () => {
      state = (state * 48_271) % 2_147_483_647
      return state / 2_147_483_647
    }
    // Binomial, mean 2; since then 1.9.
    const varying = (day: string) =>
      Array.from({ length: 20 }, random).filter((one) => one < (isNow(day) ? 0.095 : 0.1)).length
    const flows = Array.from({ length: 200 }, (_, nth) => ({ source: `Source ${nth}`, daily: varying }))
    const { changes } = counted(flows, FOUR_WEEKS, { by: 'source' })
    expect(changes.split!.rows.filter(({ isReal }) => isReal).map(({ value }) => value)).toEqual([])
    state = seed
    expect(explained(flows).says[0]).toMatch(/\. Spread evenly, no single cause\.$/)
  })
})
