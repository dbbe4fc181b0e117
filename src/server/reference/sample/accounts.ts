import type { ObjectStatus } from '#/contract/codes.ts'
import type { Language } from './people.ts'
import type { ChannelCode } from './channels.ts'
import type { PlaceName } from './places.ts'
import type { TradeName } from './trades.ts'

/** What happens to an object, so that reports have something to find. */
export interface Story {
  /** The snippet was lost last Tuesday: what still comes has no web attribution. */
  readonly snippetLost?: true
  /** Nothing came in the last hours. */
  readonly silentHours?: number
  /** Tracking ended so many days ago. */
  readonly endedDaysAgo?: number
  /** A source that brings contacts but never a target one. */
  readonly barren?: ChannelCode
  /** A source whose calls are missed more often than the others'. */
  readonly missed?: ChannelCode
  /** Contacts at the end of the span for each one at its beginning; 1.3 unless told. */
  readonly growth?: number
}

export interface ObjectSpec {
  readonly title: string
  readonly trade: TradeName
  readonly place: PlaceName
  /** Host and path; empty for a number without a site. */
  readonly site: string
  /** Weight among all objects of the sample; 0 has no contacts. */
  readonly share: number
  readonly status?: ObjectStatus
  readonly language?: Language
  readonly story?: Story
  /** Sessions used and paid for. */
  readonly sessions?: readonly [used: number, limit: number]
  /** Days since sessions began to be counted anew; negative where the next time is answered, null where neither is. */
  readonly resetDaysAgo?: number | null
  /** Days until the paid period ends. */
  readonly paidDays?: number
  /** In place of the one made from the site. */
  readonly alias?: string
  /** In place of the next number, for an object that came after those behind it. */
  readonly id?: number
  /** Fields answered with something else than what is made, of any type; undefined leaves one out. */
  readonly details?: Readonly<Record<string, unknown>>
}

export interface AccountSpec {
  readonly email: string
  readonly company: string
  readonly person: string
  readonly objects: readonly ObjectSpec[]
  readonly statisticsOnly?: true
  readonly hiddenFields?: readonly string[]
}

/** An object of a specification. */
export const one = (
  title: string,
  trade: TradeName,
  place: PlaceName,
  site: string,
  share: number,
  more: Partial<ObjectSpec> = {},
): ObjectSpec => ({ title, trade, place, site, share, ...more })

export const SMALL_MARKETER: AccountSpec = {
  email: 'olga@smilestudio.ru',
  company: 'Smile Studio',
  person: 'Ольга Лапина',
  objects: [
    one('Smile Studio Kazan', 'dentist', 'kazan', 'smilestudio.ru', 28),
    one('Smile Studio Kids', 'dentist', 'kazan', 'smilestudio.ru/kids', 9, { story: { growth: 2 } }),
  ],
}

export const LARGE_MARKETER: AccountSpec = {
  email: 'igor@domograd.ru',
  company: 'Домоград',
  person: 'Игорь Лапин',
  objects: [
    one('Домоград Окна', 'windows', 'moscow', 'okna.domograd.ru', 110, {
      story: { barren: 'PARTNER' },
      sessions: [27_900, 30_000],
      resetDaysAgo: 75,
    }),
    one('Домоград Кровля', 'roofing', 'moscow', 'krovlya.domograd.ru', 80, {
      story: { missed: 'PAID_SEARCH' },
    }),
    one('Домоград Мебель', 'furniture', 'petersburg', 'mebel.domograd.ru', 72, {
      story: { silentHours: 5 },
      // Counted anew before they would run out.
      sessions: [6_000, 15_000],
      resetDaysAgo: -12,
    }),
    one('Домоград Недвижимость', 'housing', 'krasnodar', 'dom.domograd.ru', 64, { story: { growth: 1.8 } }),
    one('Домоград Урал', 'windows', 'yekaterinburg', 'ural.domograd.ru', 56),
    one('Домоград Переезды', 'cargo', 'moscow', 'pereezd.domograd.ru', 48, { story: { snippetLost: true } }),
    one('Domograd Berlin', 'furniture', 'berlin', 'domograd.example/berlin', 40, { story: { growth: 2.2 } }),
    one('Домоград Право', 'legal', 'moscow', 'pravo.domograd.ru', 24, { resetDaysAgo: null }),
  ],
}

export const AGENCY = {
  name: 'Northline',
  domain: 'northline.ru',
  manager: {
    email: 'anna.kovaleva@northline.ru',
    company: 'Northline',
    person: 'Анна Ковалёва',
    objects: [],
  },
} as const satisfies { name: string; domain: string; manager: AccountSpec }
