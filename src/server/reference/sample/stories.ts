import { DAY, wallDayNumber, HOUR, MINUTE, weekday } from './calendar.ts'
import { EDGE_ACCOUNT } from './catalogue.ts'
import { EDGE_CASES_ALIAS, HOSTILE_TITLE_ALIAS } from './edge-cases/objects.ts'

/** When a snippet was lost: last Tuesday, 11:40. Wall clocks, as epoch milliseconds read as UTC. */
export const lastTuesday = (wallClock: number): number => {
  const today = wallDayNumber(wallClock)
  return (today - ((weekday(today) + 6) % 7 || 7)) * DAY + 11 * HOUR + 40 * MINUTE
}

interface SampleStory {
  readonly account: string
  readonly object: string
  readonly source?: string
  readonly title?: string
}

const ofMarketer = { account: 'igor@domograd.ru' } as const
const ofClient = { account: 'info@severgroup.ru' } as const

/**
 * What there is to find in the sample data, by name: for the tests of the screens that should find it. Among
 * 60,000 contacts each stands out from chance.
 *
 * | Story | What is seen |
 * |---|---|
 * | lostSnippet | since `since`, calls and the like go on at less than half the norm, none with source, page or form |
 * | silent | nothing in the last `hours`, on a weekday and hour that usually have something |
 * | silentToday, silentInTheEast | nothing since midnight of the object's clock, though busy day and night and new, so that lately they are busiest: one of the two shows at any hour of any weekday |
 * | deserted | most calls of the last `hours` were missed, with people to call back: two days, since a Sunday alone brings few |
 * | barrenSource | many contacts of the source, no target |
 * | leakySource | its calls are missed twice as often as the others' |
 * | stoppedCampaign | 120 days of contacts, the last between `endedDaysAgo` |
 * | ripeningDeals | in half of them `medianDays` are enough to be paid or lost: younger ones are new and without a price, then estimated, then under contract |
 * | missedAtLunch | at `hour` calls are missed more than twice as often as in the morning |
 * | sessionsRunOut | so many `percent` of the sessions are used |
 * | renewSoon | tracking is paid for `daysLeft` more days |
 * | ended | tracking ended `endedDaysAgo` |
 * | edgeCases, hostileTitle | what no screen may break over |
 */
export const SAMPLE_STORIES = {
  lostSnippet: { ...ofMarketer, object: 'pereezd-domograd-ru', since: lastTuesday },
  silent: { ...ofMarketer, object: 'mebel-domograd-ru', hours: 5 },
  silentToday: { account: 'dispatch@topgruz.ru', object: 'topgruz-ru-evakuator' },
  silentInTheEast: { account: 'dispatch@topgruz.ru', object: 'topgruz-ru-vl' },
  deserted: { ...ofMarketer, object: 'ural-domograd-ru', hours: 50 },
  barrenSource: { ...ofMarketer, object: 'okna-domograd-ru', source: 'PARTNER' },
  leakySource: { ...ofMarketer, object: 'krovlya-domograd-ru', source: 'PAID_SEARCH' },
  stoppedCampaign: {
    ...ofMarketer,
    object: 'okna-domograd-ru',
    source: 'UTM',
    title: 'okna_spring_offer',
    endedDaysAgo: { least: 37, most: 70 },
  },
  ripeningDeals: { ...ofMarketer, object: 'krovlya-domograd-ru', medianDays: 30 },
  missedAtLunch: { ...ofMarketer, object: 'okna-domograd-ru', hour: 13 },
  sessionsRunOut: { ...ofMarketer, object: 'okna-domograd-ru', percent: 93 },
  renewSoon: { ...ofClient, object: 'neva12-ru-bron', daysLeft: 13 },
  ended: { ...ofClient, object: 'kuzov-avtograd-service-ru', endedDaysAgo: 75 },
  edgeCases: { account: EDGE_ACCOUNT.email, object: EDGE_CASES_ALIAS },
  hostileTitle: { account: EDGE_ACCOUNT.email, object: HOSTILE_TITLE_ALIAS },
} as const satisfies Record<string, SampleStory & Readonly<Record<string, unknown>>>
